// The process between a caller and the servers it started: they end when the caller does, whatever ends it.
// It is the parent of the servers, so their pids cannot be mistaken, and it lives in a session of its own, so that a
// terminal's Ctrl-C reaches the caller and not the servers. The caller holds the other end of stdin: when that closes,
// by stop(), by exit or by SIGKILL, the guard ends the servers, newest first, removes the temporary folder, and exits.
//
// stdin:  lines of {"name","path","args"}, each starts a server with the temporary folder as its working directory.
// stdout: lines of {"type":"ready","pid","dir"}, {"type":"started","name","pid"}, {"type":"exited","name","reason"}.

import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// An API server waits for its open watches to end, a minute if need be; nothing that it could still save is kept.
const GRACE_MS = 2_000;

const dir = mkdtempSync(join(tmpdir(), 'reeve-cluster-'));
/** @type {Map<string, import('node:child_process').ChildProcess>} In the order of their start. */
const running = new Map();
let stopping = false;

process.stdout.on('error', () => {}); // the caller is gone, and stdin says so
process.stdin.on('error', () => void stop());
createInterface({ input: process.stdin })
  .on('line', start)
  .on('close', () => void stop());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop());
process.on('uncaughtException', (error) => {
  for (const child of running.values()) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  console.error(error);
  process.exit(1);
});
tell({ type: 'ready', pid: process.pid, dir });

/** @param {string} line */
function start(line) {
  if (stopping) return;
  const { name, path, args } = JSON.parse(line);
  const log = openSync(join(dir, `${name}.log`), 'w');
  // Nothing of the caller's environment: KUBECONFIG is none of their business, and etcd takes ETCD_* for flags.
  const env = { PATH: process.env['PATH'], HOME: dir, TMPDIR: dir };
  const child = spawn(path, args, { cwd: dir, env, stdio: ['ignore', log, log] });
  closeSync(log);
  const gone = (/** @type {string} */ reason) => {
    if (running.delete(name)) tell({ type: 'exited', name, reason });
  };
  running.set(name, child);
  child.once('error', (error) => child.pid === undefined && gone(error.message));
  child.once('exit', (code, signal) => gone(signal ? `killed by ${signal}` : `exit code ${code}`));
  if (child.pid !== undefined) tell({ type: 'started', name, pid: child.pid });
}

async function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of [...running.values()].toReversed()) await end(child);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    child.kill('SIGTERM');
  });
}

/** @param {object} message */
function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
