/**
 * Runs `reeve dev`: a cluster, a program on it, and a new version of the program whenever it is saved. The cluster starts in its thread while this one loads what the
 * program needs.
 */
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { programFile } from '../program/program-file.ts';
import { openGround } from './dev-ground.ts';
import { strayRejections } from './stray-rejections.ts';

/** Runs `reeve dev FILE`. */
export async function run(context: CommandContext): Promise<void> {
  const { args, flags, terminal, host } = context;
  const began = host.clock.monotonic();
  const [name] = args;
  if (name === undefined) throw new UsageError('which file? reeve dev FILE');
  const file = await programFile(name, terminal);
  const [opened, loaded] = await Promise.allSettled([openGround(context), loadSession(context, file)]);
  if (opened.status === 'rejected') throw opened.reason;
  await using ground = opened.value;
  if (loaded.status === 'rejected') throw loaded.reason;
  const { DevSession, loader, program } = loaded.value;
  using _ = strayRejections(context);
  const session = new DevSession(context, ground, loader, file, program);
  await session.run(flags.has('reload') ? program.files : undefined, began);
}

/** The framework first, so that Node loads it its quick way, then the program. */
async function loadSession({ terminal }: CommandContext, file: string) {
  const { DevSession } = await import('./dev-session.ts');
  const { ProgramLoader } = await import('../program/load-program.ts');
  const loader = new ProgramLoader(terminal.files);
  return { DevSession, loader, program: await loader.load(file) };
}
