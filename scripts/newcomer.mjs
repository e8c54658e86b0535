/**
 * `npm run newcomer`: plays somebody who has never seen reeve, in an empty folder, with the packages as they are packed and the programs of the README. Prints what it took
 * beside what it may take; exits 1 when a step fails or a count is too high. Seconds are printed, and fail nothing. `npm run newcomer -- client-script` plays one of `tools/newcomer/journeys.mjs` alone.
 */
import './setup/node-version.mjs';
import { ensureReady } from './setup/ensure-ready.mjs';

await ensureReady();
const { playJourney, playNewcomer } = await import('../tools/newcomer/play-newcomer.mjs');
const { yardstick } = await import('../tools/newcomer/yardstick.mjs');

const [journey] = process.argv.slice(2);
try {
  if (journey !== undefined) {
    playJourney(journey, (line) => console.log(line));
    process.exit();
  }
  const { lines, isMissed } = yardstick(await playNewcomer((line) => console.log(line)));
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = isMissed ? 1 : 0;
} catch (error) {
  console.error(`newcomer: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
