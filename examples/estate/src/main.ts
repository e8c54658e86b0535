/**
 * `main.js` lives a day in real time. `--once` lives it twice in a virtual world, in milliseconds, and checks that both are the same to the letter;
 * `--seed N` chooses the day.
 */
import { nodeHost, VirtualHost } from '@reeve/machinery';
import { liveDay } from './day.ts';
import { repair } from './world.ts';

const words = process.argv.slice(2);
const seed = words.includes('--seed') ? Number(words[words.indexOf('--seed') + 1]) : 7;

if (!Number.isInteger(seed)) {
  console.error('--seed takes a whole number, as in --seed 7');
  process.exit(2);
}
if (words.includes('--once') || words.includes('--seed')) await replay();
else await live();

async function live(): Promise<void> {
  console.log('An estate in disrepair, and a reeve who knows how it should be. Storms come; watch it being mended.\n');
  const host = nodeHost();
  const start = host.clock.monotonic();
  const wrong = await liveDay(host, 6, (line) =>
    console.log(`${((host.clock.monotonic() - start) / 1000).toFixed(2).padStart(6)} s  ${line}`),
  );
  console.log(`\n${wrong.length === 0 ? 'Every building is as desired.' : `Still wrong: ${wrong.join(', ')}`}`);
  console.log('The same day from a seed, in a virtual world: npm start -- --seed 7');
  process.exitCode = wrong.length;
}

async function replay(): Promise<void> {
  const first = await virtualDay();
  const second = await virtualDay();
  console.log(first.lines.join('\n'));
  const isSame = first.lines.join('\n') === second.lines.join('\n');
  console.log(
    `\nseed ${seed}: ${first.lines.length} lines, ${isSame ? 'the same' : 'NOT the same'} the second time; ${first.wrong.length === 0 ? 'every building is as desired' : `still wrong: ${first.wrong.join(', ')}`}`,
  );
  process.exitCode = isSame && first.wrong.length === 0 ? 0 : 1;
}

async function virtualDay(): Promise<{ lines: string[]; wrong: string[] }> {
  const host = new VirtualHost({ seed });
  host.effects.standIn(repair, ({ world, key, change }) => world.repair(key, change));
  const lines: string[] = [];
  const start = host.clock.monotonic();
  const wrong = await host.run(() =>
    liveDay(host, 6, (line) =>
      lines.push(`${((host.clock.monotonic() - start) / 1000).toFixed(2).padStart(6)} s  ${line}`),
    ),
  );
  return { lines, wrong };
}
