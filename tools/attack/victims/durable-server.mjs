/**
 * A server on a data folder, to be killed: `durable-server.mjs FOLDER PORT`. Its logs are so short that another base is written after every few hundred writes.
 */
import { ApiServer, DataFolder } from '@reeve/apiserver';

const [folder = '', port = '0'] = process.argv.slice(2);
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
try {
  const journal = await DataFolder.open(folder, { logBytes: 256 * 1024, onReport: say });
  const serviceAccounts = { privateKey: await journal.serviceAccountKey() };
  const server = await ApiServer.start({
    port: Number(port),
    journal,
    serviceAccounts,
    onBug: (error) => say(String(error)),
  });
  say(`serving on ${server.url}`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
