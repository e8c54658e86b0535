/**
 * A failure as a person reads it: what happened and its code, why, and what to type next. A bug keeps its stack.
 */
import { causeChain, isAbort, redact } from '@reeve/machinery';
import { ScaffoldError } from '@reeve/scaffold';
import type { Style } from '../terminal/style.ts';
import { CliError } from './cli-error.ts';
import { nextStepOf } from './next-step.ts';
import { exitCodes } from './usage-error.ts';

/** The lines to print on stderr. */
export function errorLines(error: unknown, style: Style, cli = 'reeve'): string[] {
  const code = codeOf(error);
  const reason = reasonOf(error);
  const next = nextStepOf(error)?.replaceAll(/(?<![\w/@-])reeve (?=[a-z])/g, `${cli} `);
  const [first = '', ...rest] = textOf(error).trimEnd().split('\n');
  return [
    `${style.red('error:')} ${first}${code === undefined ? '' : ` ${style.dim(`[${code}]`)}`}`,
    ...rest,
    ...(reason === undefined ? [] : [`  ${style.dim('why:')}  ${reason}`]),
    ...(next === undefined ? [] : [`  ${style.dim('next:')} ${next}`]),
  ];
}

/** How the process ends after a failure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError || error instanceof ScaffoldError) return error.exitCode;
  return isAbort(error) ? exitCodes.interrupted : exitCodes.failed;
}

/** The code that reeve gave the error, or the system did. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What a person can act on. An error without a code is nobody's message to anybody. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error));
  return codeOf(error) === undefined ? (error.stack ?? error.message) : error.message;
}

/** The innermost cause that says something new. */
function reasonOf(error: unknown): string | undefined {
  const [first, ...causes] = [...causeChain(error)].filter((link) => link instanceof Error);
  const last = causes.at(-1);
  if (first === undefined || last === undefined || first.message.includes(last.message)) return undefined;
  return redact(last.message);
}
