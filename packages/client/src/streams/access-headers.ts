/**
 * WebSockets of a derived client: the same way to the server, with the headers of the derivation.
 */
import type { Access } from './web-socket.ts';

/** The same way to the server, with other headers. */
export const withHeaders =
  (access: Access, headers: Headers): Access =>
  async (signal) => {
    const found = await access(signal);
    return { ...found, headers: { ...withoutReplaced(found.headers, headers), ...headers } };
  };

/** Whoever acts as somebody else acts as nobody's groups but theirs. */
function withoutReplaced(before: Headers, after: Headers): Headers {
  if (!('impersonate-user' in after)) return before;
  return Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('impersonate-')));
}

type Headers = Awaited<ReturnType<Access>>['headers'];
