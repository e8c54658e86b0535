/**
 * A service for buckets, in this process: `PUT`, `GET`, `PATCH` and `DELETE /buckets/NAME`. A name is given once.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredBucket {
  versioned: boolean;
  zone: string;
}

/** Starts the service on a free port. */
export async function startService(): Promise<{
  readonly url: string;
  readonly buckets: Map<string, StoredBucket>;
  close(): void;
}> {
  const buckets = new Map<string, StoredBucket>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/buckets/', '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = answer(buckets, request.method ?? '', name, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, buckets, close: () => server.close() };
}

function answer(buckets: Map<string, StoredBucket>, method: string, name: string, text: string): [number, object?] {
  const bucket = buckets.get(name);
  if (method === 'PUT') {
    if (bucket !== undefined) return [409];
    buckets.set(name, { zone: 'zone-a', versioned: false, ...(JSON.parse(text) as object) });
    return [201];
  }
  if (bucket === undefined) return [404];
  if (method === 'PATCH') Object.assign(bucket, JSON.parse(text));
  if (method === 'DELETE') buckets.delete(name);
  return [200, bucket];
}
