/**
 * Runs `reeve dev`: a cluster, a program on it, and a new version of the program whenever it is saved. The cluster starts in its thread while this one loads what the
 * program needs.
 */
import type { CommandContext } from '../command/command-context.ts';
import { openProgram } from '../source/open-program.ts';
import type { OpenProgram } from '../source/open-program.ts';
import { namesCluster } from '../cluster/connection-flags.ts';
import { UsageError } from '../error/usage-error.ts';
import { openGround } from './dev-ground.ts';
import { strayRejections } from './stray-rejections.ts';

/** Runs `reeve dev FILE`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, host } = context;
  const began = host.clock.monotonic();
  if (flags.has('sample') && namesCluster(flags))
    throw new UsageError('--sample is for the cluster in this process: apply .reeve/KIND.yaml to another one yourself');
  const opening = await openProgram(context);
  const [opened, loaded] = await Promise.allSettled([openGround(context), loadSession(opening)]);
  if (opened.status === 'rejected') throw opened.reason;
  await using ground = opened.value;
  if (loaded.status === 'rejected') throw loaded.reason;
  const { DevSession, program } = loaded.value;
  using _ = strayRejections(context);
  const session = new DevSession(context, ground, opening, program);
  await session.run(flags.has('reload') ? program.files : undefined, began);
}

/** The framework first, so that Node loads it its quick way, then the program. */
async function loadSession(opening: OpenProgram) {
  const { DevSession } = await import('./dev-session.ts');
  return { DevSession, program: await opening.load() };
}
