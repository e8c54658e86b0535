/**
 * Runs `reeve cel`: one expression, or those that are read line by line.
 */
import { stringifyJson } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { exitCodes, UsageError } from '../error/usage-error.ts';
import type { Evaluation } from './evaluation.ts';
import { evaluate, evaluationJson, evaluationLines } from './evaluation.ts';
import { readExpressions } from './repl.ts';
import { subjectOf } from './subject.ts';

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
