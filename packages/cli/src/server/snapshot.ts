/**
 * Runs `reeve server snapshot save` and `restore`: the objects of a data folder in one file, and back.
 */
import { resolve } from 'node:path';
import type { SnapshotSummary } from '@reeve/apiserver';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';

/** Runs `reeve server snapshot save`. */
export async function save(context: CommandContext): Promise<void> {
  const { saveSnapshot } = await import('@reeve/apiserver');
  const { file, data } = pathsOf(context);
  const summary = await context.progress('saving the snapshot', () => saveSnapshot(data, file));
  context.say(`${file} has ${wordsOf(summary)} from ${data}`);
}

/** Runs `reeve server snapshot restore`. */
export async function restore(context: CommandContext): Promise<void> {
  const { restoreSnapshot } = await import('@reeve/apiserver');
  const { file, data } = pathsOf(context);
  const summary = await context.progress('restoring the snapshot', () => restoreSnapshot(file, data));
  context.say(`${data} has ${wordsOf(summary)} from ${file}; serve them: reeve server --data ${data}`);
}

function pathsOf({ args, flags, terminal }: CommandContext): { file: string; data: string } {
  const [file = ''] = args;
  const data = flags.text('data');
  if (data === undefined) throw new UsageError('name the data folder, as for reeve server: --data DIR');
  return { file: resolve(terminal.folder, file), data: resolve(terminal.folder, data) };
}

const wordsOf = ({ objects, revision, bytes }: SnapshotSummary): string =>
  `${objects} ${objects === 1 ? 'object' : 'objects'} of revision ${revision} (${(bytes / 1e6).toFixed(1)} MB)`;
