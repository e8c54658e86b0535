/**
 * Promises that a program leaves alone and that fail: shown as what they are, a mistake in the program, while everything else goes on.
 */
import type { CommandContext } from '../command/command-context.ts';

/** Shows them until it is disposed of. */
export function strayRejections({ say, style }: Pick<CommandContext, 'say' | 'style'>): Disposable {
  const show = (reason: unknown): void => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    say(`${style.err.red('a promise that nobody awaits has failed:')} ${text.replaceAll(/\?reeve=\d+/g, '')}`);
  };
  process.on('unhandledRejection', show);
  return { [Symbol.dispose]: () => process.off('unhandledRejection', show) };
}
