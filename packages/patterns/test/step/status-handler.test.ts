import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConflictError, NotFoundError, SkipError } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { statusHandler } from '@reeve/patterns';
import type { StatusHandlerOptions } from '@reeve/patterns';
import { defineController, generationChanged } from '@reeve/runtime';
import type { Step } from '@reeve/runtime';
import { App, LegacyApp, World } from '../world.ts';

type AppStep = Step<typeof App>;
const app = { metadata: { namespace: 'default', name: 'web' }, spec: {} };
const handler = (options: Partial<StatusHandlerOptions<typeof App>>): AppStep =>
  statusHandler(App, { name: 'count', next: () => ({ ready: 1, conditions: [] }), ...options });

/** Runs steps for one App, a virtual second long. */
async function running(
  steps: AppStep[],
  body: (world: World) => Promise<void>,
  more: object = {},
  wrap?: (world: World) => Transport,
): Promise<void> {
  await using world = await World.start();
  const transport = wrap?.(world);
  await world.during(
    world.manager(transport && { transport }).add(defineController({ for: App, steps, ...more })),
    async () => {
      await world.admin.create(App, app);
      await world.host.sleep(1000);
      await body(world);
    },
  );
}

const statusOf = async (world: World): Promise<object | undefined> =>
  (await world.admin.get(App, 'default/web')).status;
const conditionOf = async (world: World): Promise<unknown> =>
  (await world.admin.get(App, 'default/web')).status?.conditions?.[0];

describe('a status handler', () => {
  test('says the next status, which is written only where it means something else · LW-83', () =>
    running(
      [handler({ next: ({ status }) => ({ ...status, conditions: status?.conditions ?? [], ready: 3 }) })],
      async (world) => {
        expect(await statusOf(world)).toMatchObject({ ready: 3 });
        expect(world.writes).toEqual(['PATCH apps.example.com/v1/namespaces/default/apps/web/status']);
        world.forget();
        await world.admin.patch(App, 'default/web', mergePatch({ spec: { image: 'other' } }));
        await world.host.sleep(1000);
        expect(world.writes).toEqual([]);
      },
    ));

  test('that fails leaves the status as it is, and says so in the condition; that succeeds later says that · LW-84 · LW-85', () => {
    let isWell = false;
    const next = (): { ready: number; conditions: [] } => {
      if (!isWell) throw new Error('the disk is full');
      return { ready: 7, conditions: [] };
    };
    return running([handler({ condition: 'Counted', next })], async (world) => {
      expect(await statusOf(world)).toEqual({
        conditions: [
          expect.objectContaining({ type: 'Counted', status: 'False', reason: 'Error', message: 'the disk is full' }),
        ],
      });
      isWell = true;
      await world.host.sleep(60_000);
      expect(await statusOf(world)).toMatchObject({ ready: 7 });
      expect(await conditionOf(world)).toMatchObject({ status: 'True', reason: 'Succeeded', message: '' });
    });
  });

  test("has the error's own reason in the condition where it has one · LW-85", () => {
    const next = (): never => {
      throw new NotFoundError(ConfigMap, 'default/x');
    };
    return running([handler({ condition: 'Counted', next })], async (world) => {
      expect(await conditionOf(world)).toMatchObject({ status: 'False', reason: 'NotFound' });
    });
  });

  test('leaves the condition alone on a conflict, and everything on a skip · LW-86', async () => {
    const errors = [new ConflictError(App, 'default/web'), new SkipError('not now')];
    for (const error of errors)
      await running([handler({ condition: 'Counted', next: () => Promise.reject(error) })], async (world) => {
        expect(await statusOf(world)).toBeUndefined();
        expect(world.writes).toEqual([]);
      });
  });

  test('writes conditions with reason and observed generation, whose transition time moves with the status alone · LW-87', () => {
    let message = 'one';
    const next = (): never => {
      throw new Error(message);
    };
    return running([handler({ condition: 'Counted', next })], async (world) => {
      const first = (await conditionOf(world)) as { lastTransitionTime: string };
      expect(first).toMatchObject({ reason: 'Error', observedGeneration: 1 });
      message = 'two';
      await world.host.sleep(60_000);
      expect(await conditionOf(world)).toMatchObject({ message: 'two', lastTransitionTime: first.lastTransitionTime });
    });
  });

  test('reads and writes conditions of the older shape where that is asked for · LW-88', async () => {
    let problem = 'no';
    const next = (): undefined => {
      if (problem !== '') throw new Error(problem);
      return undefined;
    };
    const step = statusHandler(LegacyApp, { name: 'count', condition: 'Counted', conditionShape: 'legacy', next });
    await using world = await World.start();
    await world.during(world.manager().add(defineController({ for: LegacyApp, steps: [step] })), async () => {
      await world.admin.create(LegacyApp, app);
      await world.host.sleep(1000);
      const read = async () => (await world.admin.get(LegacyApp, 'default/web')).status?.conditions?.[0];
      const first = await read();
      expect(first).toMatchObject({ type: 'Counted', status: 'False', reason: 'Error', message: 'no' });
      expect(first?.lastUpdateTime).toBe(first?.lastTransitionTime);
      problem = '';
      await world.host.sleep(60_000);
      const now = await read();
      expect(now).toMatchObject({ status: 'True' });
      expect(now?.lastUpdateTime).not.toBe(first?.lastUpdateTime);
    });
  });

  test('sends its own fields under the name of the controller, so that two on one kind do not undo each other · LW-89', () => {
    const first = handler({
      name: 'first',
      condition: 'First',
      next: ({ status }) => ({ ...status, conditions: status?.conditions ?? [], ready: 1 }),
    });
    const second = handler({
      name: 'second',
      condition: 'Second',
      next: ({ status }) => ({ ...status, conditions: status?.conditions ?? [], note: 'two' }),
    });
    return running([first, second], async (world) => {
      const { status, metadata } = await world.admin.get(App, 'default/web');
      expect(status).toMatchObject({ ready: 1, note: 'two' });
      expect(status?.conditions?.map(({ type }) => type)).toEqual(['First', 'Second']);
      expect(metadata.managedFields?.map(({ manager, subresource }) => `${manager} ${subresource ?? ''}`)).toContain(
        'app status',
      );
      world.forget();
      await world.admin.patch(App, 'default/web', mergePatch({ metadata: { labels: { a: 'b' } } }));
      await world.host.sleep(1000);
      expect(world.writes).toEqual([]);
    });
  });

  test('that fails tells of that before a status that could not be written, and of both; later steps see what is stored · LW-90 · LW-91', () => {
    const seen: unknown[] = [];
    const look: AppStep = { name: 'look', live: ({ status }) => void seen.push(status) };
    const refusing = (world: World): Transport => ({
      request: (request) =>
        request.method === 'PATCH'
          ? Promise.reject(new Error('no route to the server'))
          : world.server.transport.request(request),
    });
    const next = (): never => {
      throw new Error('the disk is full');
    };
    return running(
      [handler({ condition: 'Counted', next }), look],
      async (world) => {
        expect(seen[0]).toBeUndefined();
        const failed = world.records.find(({ outcome }) => outcome.type === 'retry');
        expect(failed?.outcome).toMatchObject({
          error: {
            message:
              'steps failed: count: count failed: the handler: the disk is full; writing its status: no route to the server',
          },
        });
      },
      {},
      refusing,
    );
  });

  test('does not wake itself by its status where the controller looks at generations · LW-92', async () => {
    let runs = 0;
    const next = (): { ready: number; conditions: [] } => ({ ready: (runs += 1), conditions: [] });
    await running(
      [handler({ next })],
      async (world) => {
        await world.host.sleep(10_000);
        expect(runs).toBe(1);
      },
      { predicates: [generationChanged()] },
    );
  });

  test('is not called for an object that is gone · LW-93', async () => {
    let runs = 0;
    await running([handler({ next: () => void (runs += 1) })], async (world) => {
      const before = runs;
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(1000);
      expect(runs).toBe(before);
    });
  });

  test('is refused for a kind without a status', () =>
    expect(() => statusHandler(ConfigMap, { name: 'count', next: () => undefined })).toThrow(
      /ConfigMap, which has no status subresource/,
    ));
});
