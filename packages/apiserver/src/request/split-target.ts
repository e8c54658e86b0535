/**
 * The target of a request, cut in two: the path with its escapes undone, and the parameters. Nothing is resolved: `..` and empty parts stay, and are found
 * nowhere, as with the real server.
 */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const local = target.startsWith('/') ? target : withoutServer(target);
  const at = local.indexOf('?');
  if (at === -1) return { path: decodePath(local), query: noParameters };
  return { path: decodePath(local.slice(0, at)), query: parametersOf(local.slice(at + 1)) };
}

/** Nobody changes the parameters of a request, so that requests which say the same share them. */
const noParameters = new URLSearchParams();
const known = new Map<string, URLSearchParams>();
const mostKnown = 200;
const longestKnown = 200;

function parametersOf(text: string): URLSearchParams {
  let parameters = known.get(text);
  if (parameters === undefined) {
    parameters = new URLSearchParams(text);
    if (known.size >= mostKnown) known.clear();
    if (text.length <= longestKnown) known.set(text, parameters);
  }
  return parameters;
}

/** A proxy's form names the server too. */
const withoutServer = (target: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/?]*(.*)$/is.exec(target)?.[1] ?? target;

/** A path that cannot be undone stays as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the path of a target has an escape that is none; Go's server does not listen to such a request. */
export const hasBadEscape = (target: string): boolean =>
  target.includes('%') && /%(?![0-9a-f]{2})/i.test(target.split('?', 1)[0] ?? '');
