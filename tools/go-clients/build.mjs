// `node tools/go-clients/build.mjs`: builds the Go clients unless they are in the cache already.
// Prints their folder on stdout, everything else on stderr.

import { buildGoClients } from './build-go-clients.mjs';

const folder = await buildGoClients();
if (folder) console.log(folder);
else {
  console.error('go clients: there is no go command to build them with: install Go, and call this again');
  process.exitCode = 1;
}
