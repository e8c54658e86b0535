/**
 * What the controllers of a cluster cost while nothing happens, in virtual time: a day on a server that could be anywhere, and a month on one in the same process, without work, with a daily and with an
 * hourly CronJob. Each in a process of its own.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('rest/world.mjs', import.meta.url));

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const measurements = [];
  for (const [name, days, schedule] of /** @type {const} */ ([
    ['an idle day', 1, 'remote'],
    ['an idle month, local', 30, 'local'],
    ['a month of a daily CronJob, local', 30, '0 3 * * *'],
    ['a month of an hourly CronJob, local', 30, '0 * * * *'],
  ])) {
    log(name);
    const { stdout } = await run(process.execPath, [script, String(days), schedule]);
    const { watches, bookmarks, cpuSeconds } = JSON.parse(stdout);
    measurements.push(
      { name: `${name}: watches`, value: watches, unit: 'requests' },
      { name: `${name}: bookmarks`, value: bookmarks, unit: 'events' },
      { name: `${name}: CPU`, value: cpuSeconds, unit: 's CPU' },
    );
  }
  return { name: 'rest', measurements, bars: [] };
}
