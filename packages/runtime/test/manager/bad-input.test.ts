/** What a reconciler or its surroundings can do wrong: each is said clearly, and another controller of the same manager works on. */
import { describe, expect, test } from 'vitest';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineKind } from '@reeve/machinery';
import type { KubeObject, Transport } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import type { ControllerDefinition, Logger, Manager, ManagerOptions } from '@reeve/runtime';
import { Website, websites, World } from './website.ts';

const site = (name: string) => ({ metadata: { namespace: 'default', name }, spec: { image: 'nginx', replicas: 2 } });

interface Said {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Runs a controller for a while beside a healthy one, and gives back what was logged. */
async function beside(
  bad: Pick<ControllerDefinition<typeof Website>, 'reconcile' | 'reconcileTimeoutMs'>,
  { forMs = 5000, names = ['blog'], ...options }: Partial<ManagerOptions> & { forMs?: number; names?: string[] } = {},
): Promise<{ readonly said: Said[]; readonly healthy: string[]; readonly world: World }> {
  await using world = await World.start();
  const said: Said[] = [];
  const logger = (known: object): Logger => {
    const note =
      (level: string) =>
      (message: string, fields: object = {}): void =>
        void said.push({ level, message, fields: { ...known, ...fields } });
    return {
      debug: () => undefined,
      info: note('info'),
      warn: note('warn'),
      error: note('error'),
      with: (fields) => logger({ ...known, ...fields }),
    };
  };
  const healthy: string[] = [];
  const maps = defineController({ for: ConfigMap, reconcile: (_, { key }) => void healthy.push(key) });
  const manager = world.manager({ gracePeriodMs: 1000, ...options, log: logger({}) });
  manager.add(defineController({ for: Website, ...bad })).add(maps);
  const running = world.during(manager, async () => {
    for (const name of names) await world.client.create(Website, site(name));
    await world.host.sleep(forMs);
    await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
    await world.host.sleep(1000);
  });
  await running.catch(() => undefined); // one that never ends is left behind
  return { said, healthy: healthy.filter((key) => key === 'default/theme'), world };
}

const never = (): Promise<void> => new Promise(() => undefined);

describe('a reconciler', () => {
  test('that never returns and has no limit is told of, and others work on', async () => {
    const { said, healthy } = await beside({ reconcile: never, reconcileTimeoutMs: 0 }, { forMs: 720_000 });
    const warnings = said.filter(({ message }) => message.startsWith('a run does not end'));
    expect(warnings.map(({ fields }) => [fields['key'], fields['minutes']])).toEqual([
      ['default/blog', 5],
      ['default/blog', 10],
    ]);
    expect(healthy).toEqual(['default/theme']);
  });

  test('that ignores the end of its time holds up its own object alone', async () => {
    const done: string[] = [];
    const reconcile = ({ metadata: { name = '' } }: { readonly metadata: { readonly name?: string } }) =>
      name === 'blog' ? never() : void done.push(name);
    const { said, healthy } = await beside(
      { reconcile, reconcileTimeoutMs: 1000 },
      { forMs: 60_000, names: ['blog', 'shop'] },
    );
    const errors = said.filter(({ message }) => message.startsWith('a run goes on although its time is over'));
    expect(errors.map(({ fields }) => fields['key'])).toEqual(['default/blog']);
    expect([done, healthy]).toEqual([['shop'], ['default/theme']]);
  });

  const oddities: Readonly<Record<string, unknown>> = {
    text: 'out of paper',
    nothing: undefined,
    'an object': { toString: undefined },
  };
  for (const [what, thrown] of Object.entries(oddities))
    test(`that throws ${what} fails its own object, is logged and tried again`, async () => {
      const reconcile = (): never => {
        throw thrown as Error; // it is none, which is the point
      };
      const { said, healthy, world } = await beside({ reconcile });
      expect(said.find(({ message: line }) => line.includes('will be tried again'))?.fields).toMatchObject({
        key: 'default/blog',
        error: thrown,
      });
      expect(world.records.filter(({ request }) => request.key === 'default/blog').length).toBeGreaterThan(1);
      expect(healthy).toEqual(['default/theme']);
    });

  test('that changes what it read fails with a TypeError, and the cache keeps what it had', async () => {
    const seen: number[] = [];
    const reconcile: ControllerDefinition<typeof Website>['reconcile'] = (object) => {
      seen.push(object.spec.replicas);
      // @ts-expect-error what is read is readonly
      object.spec.replicas = 9;
    };
    const { said, healthy } = await beside({ reconcile });
    expect(said[0]?.fields['error']).toBeInstanceOf(TypeError);
    expect([new Set(seen), healthy]).toEqual([new Set([2]), ['default/theme']]);
  });

  test('that returns nonsense is told what to return', async () => {
    const { said, healthy } = await beside({ reconcile: (() => 'later') as never });
    expect(String(said[0]?.fields['error'])).toMatch(
      /a reconciler returned "later": return nothing, or \{ requeueAfterMs \}/,
    );
    expect(healthy).toEqual(['default/theme']);
  });
});

test('a controller for a kind that is not installed ends the manager, and says what to do · LW-137', async () => {
  await using world = await World.start();
  await world.host.run(async () => {
    await world.client.delete(CustomResourceDefinition, 'websites.web.example.com');
    await world.host.sleep(20_000);
  });
  const manager = world.manager().add(websites);
  await expect(world.during(manager, () => world.host.sleep(20_000))).rejects.toThrow(
    /the controller website cannot start: its source Website did not sync: the server does not know Website: install its definition/,
  );
  expect(world.records).toEqual([]);
});

test('a lease that may not be written is named once, with the rule that is missing, and nothing is done meanwhile', async () => {
  const leaderElection = { name: 'websites', namespace: 'default' };
  await using world = await World.start();
  const errors: string[] = [];
  const nothing = (): void => undefined;
  const log: Logger = {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: (said) => void errors.push(said),
    with: () => log,
  };
  world.server.faults.add({ resources: ['leases'], verbs: ['create'], effect: { type: 'status', code: 403 } });
  await world.during(world.manager({ log, leaderElection }).add(websites), async () => {
    await world.client.create(Website, site('blog'));
    await world.host.sleep(60_000);
  });
  expect(errors).toEqual([
    [
      'this process may not use the lease, and never leads; grant it in a Role:',
      'rules:',
      '  - apiGroups: ["coordination.k8s.io"] # in the namespace default',
      '    resources: ["leases"]',
      '    verbs: ["get","create","update"]',
      '',
    ].join('\n'),
  ]);
  expect(world.records).toEqual([]);
});

test('two controllers of one name are refused, and the first stays', async () => {
  await using world = await World.start();
  const manager: Manager = world.manager().add(websites);
  expect(() => manager.add(websites)).toThrow(/two controllers called website: .* give one of them another name/);
  expect([...manager.controllers.keys()]).toEqual(['website']);
});

test('an option of a manager that nobody reads is refused', async () => {
  await using world = await World.start();
  expect(() => world.manager({ leaderElecton: { name: 'estate', namespace: 'default' } } as never)).toThrow(
    'a manager has no option leaderElecton: did you mean leaderElection?',
  );
});

test('an object whose conditions are none is worked on as others are', async () => {
  await using world = await World.start();
  const anything = { 'x-kubernetes-preserve-unknown-fields': true, nullable: true } as const;
  const Loose = defineKind<KubeObject & { status?: { conditions?: unknown[] } }, 'Namespaced'>({
    group: 'web.example.com',
    version: 'v1',
    kind: 'Loose',
    plural: 'looses',
    scope: 'Namespaced',
  });
  const schema = {
    type: 'object',
    properties: {
      status: { type: 'object', properties: { conditions: { type: 'array', items: anything } } },
    },
  } as const;
  const outcomes: string[] = [];
  const manager = world.manager({ onReconcile: ({ outcome }) => void outcomes.push(outcome.type) });
  await world.host.run(async () => {
    await world.client.create(CustomResourceDefinition, {
      metadata: { name: 'looses.web.example.com' },
      spec: {
        group: 'web.example.com',
        names: { kind: 'Loose', plural: 'looses' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    });
    await world.host.sleep(1000);
  });
  await world.during(manager.add(defineController({ for: Loose, reconcile: () => undefined })), async () => {
    const conditions = [null, 7, { type: 'HotLoop', status: 'True', message: 7 }];
    await world.client.create(Loose, { metadata: { namespace: 'default', name: 'odd' }, status: { conditions } });
    await world.host.sleep(1000);
  });
  expect(outcomes).toEqual(['success']);
});

test('a server that answers writes by asking to wait for ever fails the runs of that object, which are tried again, and others work on', async () => {
  await using world = await World.start();
  const status = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","code":429,"details":{"retryAfterSeconds":1e400}}`;
  const transport: Transport = {
    request: async (request) => {
      if (request.method !== 'PATCH') return await world.server.transport.request(request);
      const body = (async function* () {
        yield new TextEncoder().encode(status);
      })();
      return { status: 429, headers: { 'content-type': 'application/json' }, body };
    },
  };
  const manager = world.manager({ transport }).add(websites);
  await world.during(manager, async () => {
    await world.client.create(Website, site('blog'));
    await world.host.sleep(3_000_000);
    await world.client.create(Website, site('shop'));
    await world.host.sleep(60_000);
  });
  const runsOf = (key: string) => world.records.filter(({ request }) => request.key === key);
  expect(runsOf('default/blog').length).toBeGreaterThan(2);
  expect(runsOf('default/shop').length).toBeGreaterThan(0);
  expect(new Set(world.records.map(({ outcome }) => outcome.type))).toEqual(new Set(['retry']));
});
