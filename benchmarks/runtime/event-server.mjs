/**
 * The server of websites as a process, for whoever measures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @param {number} objects */
export async function startEventServer(objects) {
  const script = fileURLToPath(new URL('server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, String(objects)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const url = `http://127.0.0.1:${line}`;
  return {
    url,
    /** Sends so many changes to whoever watches, and a marker behind them. @param {number} rate @param {number} count */
    send: (rate, count) => fetch(`${url}/events?rate=${rate}&count=${count}`, { method: 'POST' }),
    stop: () => child.kill(),
  };
}
