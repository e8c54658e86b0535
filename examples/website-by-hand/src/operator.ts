/**
 * The operator: watches websites and the deployments they own, and makes each website's deployment what it should be. Everything that a framework does for you
 * is here by hand: list and watch, mapping an owned object to its owner, a queue, retries, and writing only what differs.
 */
import {
  controllerOf,
  edit,
  isNotFound,
  isObjectEvent,
  keyOf,
  objectKey,
  parseKey,
  type DeepReadonly,
  type Host,
  type KubeObject,
  type ObjectKey,
} from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import type { Api } from './api.ts';
import { Deployment, deploymentFor, Website } from './website.ts';

export interface OperatorOptions {
  readonly api: Api;
  readonly host: Host;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** Runs until the signal aborts. */
export async function runOperator(options: OperatorOptions): Promise<void> {
  const { host, signal } = options;
  const queue = new WorkQueue<ObjectKey, string>({ clock: host.clock, name: 'websites' });
  const watches = [
    follow<Website>(options, Website.path({}), (site, what) =>
      queue.add(keyOf(site), { cause: `the website was ${what}` }),
    ),
    follow<Deployment>(options, Deployment.path({}), (deployment, what) => {
      const owner = controllerOf(deployment);
      if (owner?.kind === Website.kind)
        queue.add(objectKey(deployment.metadata.namespace ?? '', owner.name), { cause: `its deployment was ${what}` });
    }),
  ];
  signal.addEventListener('abort', () => queue.shutDown(), { once: true });
  await Promise.all([...watches, work(options, queue)]);
}

async function work({ api, say }: OperatorOptions, queue: WorkQueue<ObjectKey, string>): Promise<void> {
  for await (const { key, causes, attempt } of queue.take()) {
    try {
      const outcome = await reconcile(api, key);
      queue.forget(key);
      say(`${key}: ${outcome}   (because ${causes.join(', ')})`);
    } catch (error) {
      say(`${key}: attempt ${attempt} failed: ${error instanceof Error ? error.message : String(error)}`);
      queue.addRateLimited(key, { cause: 'the last attempt failed' });
    }
  }
}

/** Makes one website's deployment what it should be, and says what it did. */
async function reconcile(api: Api, key: ObjectKey): Promise<string> {
  const { namespace = '', name } = parseKey(key);
  const site = await orUndefined(api.send<Website>('GET', Website.path({ namespace, name })));
  if (site === undefined) return 'gone, nothing to do';
  const wanted = deploymentFor(site);
  const path = Deployment.path({ namespace, name });
  const actual = await orUndefined(api.send<Deployment>('GET', path));
  if (actual === undefined) await api.send('POST', Deployment.path({ namespace }), wanted);
  else if (differs(wanted, actual))
    await api.send('PATCH', path, { spec: wanted.spec }, 'application/merge-patch+json');
  await reportStatus(api, site);
  return actual === undefined
    ? 'deployment created'
    : differs(wanted, actual)
      ? `deployment changed to ${wanted.spec.replicas} × ${site.spec.image}`
      : 'as it should be';
}

async function reportStatus(api: Api, site: Website): Promise<void> {
  const { namespace = '', name = '' } = site.metadata;
  if (site.status?.deployment === name) return;
  await api.send(
    'PUT',
    Website.path({ namespace, name, subresource: 'status' }),
    edit(site, (draft) => {
      draft.status = { deployment: name };
    }),
  );
}

/** What we own of the deployment; the rest is the server's defaults and other people's. */
function differs({ spec: wanted }: Deployment, { spec: actual }: Deployment): boolean {
  return (
    wanted.replicas !== actual.replicas ||
    wanted.template.spec.containers[0]?.image !== actual.template.spec.containers[0]?.image
  );
}

/** Lists, then watches from there; begins again when the watch ends. */
async function follow<T extends KubeObject>(
  { api, signal }: OperatorOptions,
  path: string,
  changed: (object: DeepReadonly<T>, what: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { items, metadata } = await api.send<{ items: T[]; metadata: { resourceVersion: string } }>('GET', path);
      for (const item of items) changed(item as DeepReadonly<T>, 'listed');
      for await (const event of api.watch<T>(path, metadata.resourceVersion, signal)) {
        if (isObjectEvent(event)) changed(event.object as DeepReadonly<T>, event.type.toLowerCase());
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

async function orUndefined<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
