/**
 * `reeve status`: whether objects are ready, and why not, in words. Ends with 1 where one is not.
 */
import { visibleText } from '@reeve/machinery';
import { isReady } from '@reeve/patterns';
import type { CommandContext } from '../../command/command-context.ts';
import { exitCodes } from '../../error/usage-error.ts';
import { foundObjects, podsOf } from './found-objects.ts';

export async function run(context: CommandContext): Promise<number> {
  const { client } = await context.cluster();
  const rows: string[][] = [];
  for (const { name, object } of await foundObjects(context)) {
    if (object === undefined) rows.push([name, 'missing', 'it does not exist']);
    else {
      const readiness = isReady(object);
      const pods = readiness.isReady ? [] : await podsOf(client, object, context.signal);
      const { state, reason } = pods.length === 0 ? readiness : isReady(object, { pods });
      rows.push([name, state, reason]);
    }
  }
  if (rows.length === 0) context.say('No resources found');
  const [names = 0, states = 0] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const [name = '', state = '', reason = ''] of rows)
    context.print(visibleText(`${name.padEnd(names)}  ${state.padEnd(states)}  ${reason}`));
  return rows.every(([, state]) => state === 'ready') ? exitCodes.done : exitCodes.failed;
}
