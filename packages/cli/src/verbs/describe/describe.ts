/**
 * `reeve describe`: everything about objects in a form to read, with the events that are about them. One describer for every kind; conditions, containers and
 * ports are tables in it. Upstream: kubectl describe.
 */
import type { Client } from '@reeve/client';
import { visibleText } from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { manifestTargets } from '../manifest/manifest-targets.ts';
import { resourceRequest } from '../resource/resource-request.ts';
import { serverMessage } from '../resource/server-message.ts';
import { targetsOf, type Target } from '../resource/target.ts';
import { describedObject } from './described-object.ts';
import { eventLines, type ToldEvent } from './event-lines.ts';

export async function run(context: CommandContext): Promise<number> {
  const { client } = await context.cluster();
  let code: number = exitCodes.done;
  let isFirst = true;
  let found = 0;
  for (const target of await targetsIn(context, client)) {
    const { objects, failed } = await objectsOf(context, client, target);
    if (failed) code = exitCodes.failed;
    found += objects.length;
    for (const object of objects) {
      if (!isFirst) context.terminal.stdout.write('\n\n');
      isFirst = false;
      for (const line of describedObject(object)) context.print(visibleText(line, { keepsLines: true }));
      if (context.flags.text('show-events') === 'false') continue;
      const events = await eventsOf(context, client, object);
      for (const line of eventLines(events, context.host.clock.now())) context.print(line);
    }
  }
  const { namespace } = await context.cluster();
  if (found === 0 && code === exitCodes.done) context.say(`No resources found in ${namespace} namespace.`);
  return code;
}

async function targetsIn(context: CommandContext, client: Client): Promise<Target[]> {
  const { args, flags, signal } = context;
  if (flags.all('filename').length > 0) return manifestTargets(context);
  if (args.length === 0)
    throw new UsageError('You must specify the type of resource to describe', {
      next: 'reeve describe pod NAME',
      exitCode: exitCodes.failed,
    });
  return targetsOf(client, args, signal);
}

async function objectsOf(
  context: CommandContext,
  client: Client,
  { kind, named }: Target,
): Promise<{ objects: KubeObject[]; failed: boolean }> {
  const { flags, signal } = context;
  const { namespace } = await context.cluster();
  const place = flags.has('all-namespaces') ? undefined : namespace;
  const selection = { labelSelector: flags.text('selector') };
  const objects: KubeObject[] = [];
  let failed = false;
  for (const one of named ?? [{}]) {
    try {
      const request = resourceRequest(client, kind, { namespace: place, ...one }, selection);
      const answer = (
        await context.progress(`reading ${kind.plural}`, () => request.do({ signal }))
      ).get() as unknown as KubeObject | { items: KubeObject[] }; // one by its name, a list otherwise
      objects.push(...('items' in answer ? answer.items.map((item) => typed(kind, item)) : [typed(kind, answer)]));
    } catch (error) {
      const message = serverMessage(error);
      if (message === undefined) throw error;
      context.say(message);
      failed = true;
    }
  }
  return { objects, failed };
}

const typed = ({ apiVersion, kind }: AnyKind, object: KubeObject): KubeObject => ({ ...object, apiVersion, kind });

/** The events about an object; whoever may not read events sees none. */
async function eventsOf(
  { signal }: CommandContext,
  client: Client,
  { kind = '', metadata }: KubeObject,
): Promise<ToldEvent[]> {
  const { uid, name = '', namespace = 'default' } = metadata;
  const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name},involvedObject.uid=${uid}`;
  const request = client.raw.get().absPath('/api/v1').namespace(namespace).resource('events').params({ fieldSelector });
  const result = await request.do({ signal });
  return result.error() === undefined ? (result.get() as unknown as { items: ToldEvent[] }).items : [];
}
