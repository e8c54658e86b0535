/**
 * Runs `reeve cel`: one expression, or those that are read line by line.
 */
import { printType } from '@reeve/cel';
import { stringifyJson } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { errorLines } from '../error/report-error.ts';
import { exitCodes, UsageError } from '../error/usage-error.ts';
import type { Evaluation } from './evaluation.ts';
import { evaluate, evaluationJson, evaluationLines } from './evaluation.ts';
import { subjectOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { valueText } from './value-text.ts';

/** Runs `reeve cel EXPRESSION`. */
export async function run(context: CommandContext): Promise<number> {
  const { args, flags } = context;
  const [expression] = args;
  const isRepl = flags.has('repl');
  if (isRepl === (expression !== undefined)) {
    const problem = isRepl ? 'either an expression or --repl, not both' : 'which expression?';
    throw new UsageError(problem, { next: 'reeve cel "self.spec.replicas <= 10" --self FILE' });
  }
  if (isRepl && [flags.text('self'), flags.text('old'), flags.text('crd')].includes('-'))
    throw new UsageError('--repl reads expressions from stdin: name files instead of -');
  const subject = await subjectOf(context);
  if (expression === undefined) return await readExpressions(subject, context);
  return print(evaluate(expression, subject), context);
}

function print(evaluation: Evaluation, { flags, print: write, say }: CommandContext): number {
  if (flags.text('output') === 'json') write(stringifyJson(evaluationJson(evaluation), { indent: 2 }));
  else for (const line of evaluationLines(evaluation)) write(line);
  for (const name of evaluation.missing) say(missing[name] ?? `${name} has no value`);
  const isRefused = (evaluation.rule?.problems.length ?? 0) > 0;
  return isRefused ? exitCodes.failed : exitCodes.done;
}

const missing: Readonly<Record<string, string>> = {
  self: 'not evaluated: name the object with --self FILE',
  oldSelf: 'not evaluated: name the object before the update with --old FILE; a server skips such a rule on creation',
};

/** Reads expressions to the end. */
async function readExpressions(subject: Subject, context: CommandContext): Promise<number> {
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

function answer(text: string, subject: Subject, { print: write, say, style }: CommandContext): void {
  try {
    const { program, result, missing: names } = evaluate(text, subject);
    const type = printType(program.type);
    if (result !== undefined)
      return write(`${valueText(result.value)} ${style.out.dim(`${type}, cost ${result.cost}`)}`);
    write(`${type} ${style.out.dim(`${names.join(' and ')} has no value`)}`);
  } catch (error) {
    for (const line of errorLines(error, style.err)) say(line);
  }
}
