/**
 * Answers that a command needs: by flags, or asked for where somebody sits at a terminal. In CI, in a pipe and with `--yes` nothing is asked.
 */
import { AnswerError } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';

/** A question with its flag. */
export interface Question {
  readonly flag: string;
  readonly asks: string;
  /** What it is when nobody says; without one the answer is needed. */
  readonly preset?: string;
}

/** The answer to a question. */
export async function answerTo({ flag, asks, preset }: Question, context: CommandContext): Promise<string> {
  const given = context.flags.text(flag);
  if (given !== undefined) return given;
  if (canAsk(context)) return await ask(asks, preset, flag, context);
  if (preset !== undefined) return preset;
  throw missing(flag, asks);
}

/** Whether somebody is there to answer. */
function canAsk({ flags, terminal }: CommandContext): boolean {
  const { CI: ci } = terminal.variables;
  const isCi = ci !== undefined && ci !== '' && ci !== 'false';
  return terminal.stdin.isTty && terminal.stderr.isTty && !isCi && !flags.has('yes') && flags.text('output') !== 'json';
}

async function ask(
  asks: string,
  preset: string | undefined,
  flag: string,
  { terminal, signal }: CommandContext,
): Promise<string> {
  const prompt = `${asks}${preset === undefined ? '' : ` (${preset})`}: `;
  for await (const line of terminal.stdin.lines(prompt, signal)) {
    const answer = line.trim() || preset;
    if (answer !== undefined && answer !== '') return answer;
  }
  signal.throwIfAborted();
  throw missing(flag, asks);
}

const missing = (flag: string, asks: string): AnswerError =>
  new AnswerError(flag, `${asks}: --${flag} is missing, and nobody is there to be asked`, {
    next: `write --${flag} VALUE`,
  });
