// A loopback port that was free a moment ago. Somebody may take it before its user binds it, so the user must be ready
// to ask for another one.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of 127.0.0.1 that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('a listening TCP server has an address');
  return address.port;
}
