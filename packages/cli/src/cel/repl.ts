/**
 * Expressions that are read line by line: each is answered with its value, or with what is wrong with it.
 */
import { printType } from '@reeve/cel';
import type { CommandContext } from '../command/command-context.ts';
import { errorLines } from '../error/report-error.ts';
import { exitCodes } from '../error/usage-error.ts';
import { evaluate } from './evaluation.ts';
import type { Subject } from './subject.ts';
import { valueText } from './value-text.ts';

/** Reads expressions to the end. */
export async function readExpressions(subject: Subject, context: CommandContext): Promise<number> {
  const { terminal, signal, say, style } = context;
  const { stdin } = terminal;
  if (stdin.isTty) {
    const names = Object.keys(subject.bindings);
    const known = names.length === 0 ? 'no variable has a value' : `${names.join(' and ')} can be used`;
    say(style.err.dim(`CEL: ${known}; Ctrl-D ends.`));
  }
  for await (const line of stdin.lines('cel> ', signal)) {
    if (line.trim() !== '') answer(line, subject, context);
  }
  return exitCodes.done;
}

function answer(text: string, subject: Subject, { print, say, style }: CommandContext): void {
  try {
    const { program, result, missing } = evaluate(text, subject);
    const type = printType(program.type);
    if (result !== undefined)
      return print(`${valueText(result.value)} ${style.out.dim(`${type}, cost ${result.cost}`)}`);
    print(`${type} ${style.out.dim(`${missing.join(' and ')} has no value`)}`);
  } catch (error) {
    for (const line of errorLines(error, style.err)) say(line);
  }
}
