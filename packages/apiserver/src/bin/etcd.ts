/**
 * The program `etcd` of the embedded server: keeps its data and answers etcd's health check, so that tools that start a control plane (envtest) can start
 * ours. It does not speak etcd's protocol.
 */
import { once } from 'node:events';
import { untilSignalled } from '@reeve/machinery';
import { serveJournal } from '../journal/journal-server.ts';
import { helpText, parseFlags, warnOfUnknown, type FlagTable } from './flags.ts';
import { runProgram } from './run-program.ts';

const flags: FlagTable = {
  'advertise-client-urls': { help: 'accepted and not needed' },
  'data-dir': { help: 'accepted: data is kept in memory as long as this process runs' },
  'initial-advertise-peer-urls': { help: 'accepted and not needed' },
  'initial-cluster': { help: 'accepted and not needed' },
  'listen-client-urls': { help: 'where to listen, as http://127.0.0.1:2379' },
  'listen-peer-urls': { help: 'accepted and not needed: there are no peers' },
  name: { help: 'accepted and not needed' },
  'unsafe-no-fsync': { help: 'accepted: nothing is written to disk', isSwitch: true },
  help: { help: 'print this text', isSwitch: true },
};

const given = parseFlags(process.argv.slice(2), flags);
if (given.has('help') || given.has('h')) {
  // Callers grep for flags at the start of a line.
  process.stdout.write(
    helpText('etcd', "The data process of reeve's embedded API server.", flags).replaceAll(/^ {2}--/gm, '--'),
  );
  process.exit(0);
}
await runProgram('etcd', async () => {
  warnOfUnknown('etcd', given);
  const { hostname, port } = addressOf(given.get('listen-client-urls') ?? 'http://127.0.0.1:2379');
  using end = untilSignalled();
  const server = await serveJournal({ address: hostname, port });
  process.stderr.write(`etcd: keeping data for the embedded API server on ${hostname}:${server.port}\n`);
  if (!end.signal.aborted) await once(end.signal, 'abort');
  await server.close();
});

/** The first of the addresses to listen on. */
function addressOf(urls: string): { hostname: string; port: number } {
  const [first = ''] = urls.split(',');
  if (!URL.canParse(first))
    throw new Error(`--listen-client-urls ${first} is not an address: write it as http://127.0.0.1:2379`);
  const { hostname, port } = new URL(first);
  return { hostname, port: Number(port === '' ? 2379 : port) };
}
