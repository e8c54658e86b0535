/**
 * The executable of `npm create reeve`.
 */
import { createReeve } from '../index.ts';

process.exitCode = await createReeve(process.argv.slice(2), {
  folder: process.cwd(),
  variables: process.env,
  isTty: process.stdin.isTTY && process.stderr.isTTY,
  print: (line) => console.log(line),
  say: (line) => console.error(line),
});
