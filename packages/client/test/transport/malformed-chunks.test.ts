import { socketTransport } from '@reeve/client';
import { nodeHost } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { answering, failureOf, textOf } from './harness.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';

for (const [what, chunks] of [
  ['another byte than CR behind a chunk', '2\r\nok?\n0\r\n\r\n'],
  ['another byte than LF behind a chunk', '2\r\nok\r?0\r\n\r\n'],
  ['another byte than LF behind a size', '2\r?ok\r\n0\r\n\r\n'],
  ['another byte than LF at the end', '2\r\nok\r\n0\r\n\r?'],
] as const) {
  test(`an answer in chunks with ${what} is refused`, async () => {
    await using peer = await answering(() => head + chunks);
    await using transport = socketTransport({ clock: nodeHost().clock, server: `http://${peer.host}` });
    const failure = await failureOf(transport.request({ method: 'GET', path: '/' }).then(textOf));
    expect(failure.message).toContain('broke off');
  });
}
