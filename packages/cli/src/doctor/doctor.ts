/**
 * Runs `reeve doctor`: looks at one thing after the other, as far as each can be looked at when those before it are well. Ends with 1 when something is wrong.
 */
import type { CommandContext } from '../command/command-context.ts';
import { exitCodes } from '../error/usage-error.ts';
import { checks } from './checks.ts';
import type { Finding } from './finding.ts';

/** Runs `reeve doctor`. */
export async function run(context: CommandContext): Promise<number> {
  const findings: Finding[] = [];
  for await (const finding of checks(context)) {
    findings.push(finding);
    if (context.flags.text('output') === undefined) for (const line of linesOf(finding, context)) context.print(line);
  }
  if (context.flags.text('output') === 'json') context.print(JSON.stringify(findings, undefined, 2));
  return findings.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.done;
}

const marks = { well: '✓', doubtful: '!', wrong: '✗' } as const;

function linesOf({ about, state, found, next }: Finding, { style }: CommandContext): string[] {
  const { green, yellow, red, dim } = style.out;
  const paint = { well: green, doubtful: yellow, wrong: red }[state];
  const line = `${paint(marks[state])} ${about.padEnd(12)} ${found}`;
  return next === undefined ? [line] : [line, `  ${' '.repeat(12)} ${dim('next:')} ${next}`];
}
