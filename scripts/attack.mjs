/**
 * `npm run attack [-- GROUP … --minutes M --seed S --case N --quick]`: makes the clone ready and sends hostile input to the server, the client, the readers of files and the commands.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['tools/attack/main.mjs', ...process.argv.slice(2)]));
