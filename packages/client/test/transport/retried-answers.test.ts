import { ServerBackoff, withRetries } from '@reeve/client';
import { VirtualHost, type Transport } from '@reeve/machinery';
import { expect, test } from 'vitest';

const request = { method: 'GET', path: '/api/v1/pods' };

test('the body of an answer that is tried again is read away or closed, so that its connection is free', async () => {
  const host = new VirtualHost({ seed: 1 });
  const left = new Set<number>();
  let count = 0;
  const transport: Transport = {
    request: async () => {
      const nth = (count += 1);
      left.add(nth);
      const body = async function* () {
        try {
          yield Buffer.from('later');
        } finally {
          left.delete(nth);
        }
      };
      const headers = nth < 3 ? { 'retry-after': '1' } : {};
      const bytes = body();
      return { status: nth < 3 ? 429 : 200, headers, body: closing(bytes, () => left.delete(nth)) };
    },
  };
  await host.run(async () => {
    const response = await withRetries({ host })(transport).request(request);
    expect(response.status).toBe(200);
    expect([...left]).toEqual([3]);
  });
});

test('a back-off for a server grows with its answers of 429 and of 500 or more, and ends with any other', () => {
  const host = new VirtualHost({ seed: 1 });
  for (const status of [429, 500, 503]) {
    const backoff = new ServerBackoff({ clock: host.clock, initialMs: 1000, maxMs: 120_000 });
    expect(backoff.delayMs()).toBe(0);
    backoff.update(request, status);
    expect(backoff.delayMs()).toBe(1000);
    backoff.update(request, 200);
    expect(backoff.delayMs()).toBe(0);
  }
});

/** The same bytes; tells when they are closed before they were read. */
function closing(bytes: AsyncGenerator<Uint8Array>, onClosed: () => void): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => bytes.next(),
      return: async () => {
        onClosed();
        return await bytes.return(undefined);
      },
    }),
  };
}
