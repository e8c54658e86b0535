import { expect, test } from 'vitest';
import { ConflictError, TerminalError } from '@reeve/machinery';
import type { LogFields, Logger } from '@reeve/runtime';
import { world } from './world.ts';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** A log that keeps its lines with their fields, without those of level debug. */
function keeping(lines: Line[], known: LogFields = {}): Logger {
  const note =
    (level: string) =>
    (message: string, fields: LogFields = {}): void =>
      void lines.push({ level, message, fields: { ...known, ...fields } });
  return {
    debug: () => undefined,
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
    with: (fields) => keeping(lines, { ...known, ...fields }),
  };
}

const unreachable = (): Error =>
  new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:18080') });

async function linesOf(reconcile: (attempt: number) => void, forMs = 1000): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const w = world(({ attempt }) => reconcile(attempt), { log: keeping(lines) });
  await w.during(async () => {
    w.source.ask('blog');
    await w.host.sleep(forMs);
  });
  return lines;
}

test('a run that failed is one line that says the object, the reason with its causes and when the next try is', async () => {
  const [line] = await linesOf((attempt) => {
    if (attempt === 1) throw unreachable();
  });
  expect(line).toMatchObject({
    level: 'error',
    message: 'the run failed and will be tried again',
    fields: {
      controller: 'site',
      key: 'default/blog',
      attempt: 1,
      reason: 'fetch failed: connect ECONNREFUSED 127.0.0.1:18080',
      nextTryInMs: 5,
    },
  });
});

test('the error with its stack is told once while the reason stays the same, and repeats are counted', async () => {
  const lines = await linesOf((attempt) => {
    if (attempt <= 3) throw unreachable();
    if (attempt === 4) throw new Error('no space is left');
  });
  expect(lines.map(({ fields }) => [fields['reason'], fields['error'] !== undefined, fields['repeats']])).toEqual([
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:18080', true, undefined],
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:18080', false, 1],
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:18080', false, 2],
    ['no space is left', true, undefined],
  ]);
});

test('the stack is told again when an object fails that went well in between', async () => {
  const lines: Line[] = [];
  const w = world(
    ({ attempt }) => {
      if (attempt === 1) throw unreachable();
    },
    { log: keeping(lines) },
  );
  await w.during(async () => {
    for (let nth = 0; nth < 2; nth += 1) {
      w.source.ask('blog');
      await w.host.sleep(1000);
    }
  });
  expect(lines.map(({ fields }) => fields['error'] !== undefined)).toEqual([true, true]);
});

test('a reason says a cause once that the message quotes already', async () => {
  const cause = new Error('the disk is full');
  const [line] = await linesOf((attempt) => {
    if (attempt === 1) throw new Error(`cannot write: ${cause.message}`, { cause });
  });
  expect(line?.fields['reason']).toBe('cannot write: the disk is full');
});

test('a reason names what is inside of an error without a message', async () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:80'),
    new Error('connect ECONNREFUSED 127.0.0.1:80'),
  ]);
  const [line] = await linesOf((attempt) => {
    if (attempt === 1) throw new TypeError('fetch failed', { cause });
  });
  expect(line?.fields['reason']).toBe('fetch failed: connect ECONNREFUSED ::1:80');
});

test('a reason shows no token', async () => {
  const [line] = await linesOf((attempt) => {
    if (attempt === 1) throw new Error('refused: Authorization: Bearer abcdefghijklmnop');
  });
  expect(line?.fields['reason']).not.toContain('abcdefghijklmnop');
});

test('a run that cannot get better says so with the reason, and no next try', async () => {
  const lines = await linesOf(() => {
    throw new TerminalError('the schedule cannot be read', { cause: new Error('it has 2 fields') });
  });
  expect(lines).toMatchObject([
    {
      level: 'error',
      message: 'the run failed, and trying again cannot help',
      fields: { key: 'default/blog', reason: 'the schedule cannot be read: it has 2 fields' },
    },
  ]);
  expect(lines[0]?.fields).not.toHaveProperty('nextTryInMs');
});

test('a conflict is no line of level error', async () => {
  const lines = await linesOf((attempt) => {
    if (attempt === 1) throw new ConflictError({ kind: 'Website' }, 'default/blog');
  });
  expect(lines).toEqual([]);
});

test('a requeue that was not due is not a cause of the run that something else brings', async () => {
  const w = world(() => ({ requeueAfterMs: 60_000 }));
  await w.during(async () => {
    w.source.ask('blog');
    await w.host.sleep(1000);
    w.source.ask('blog');
    await w.host.sleep(61_000);
  });
  expect(w.finished.map(({ causes }) => causes.map(({ source, type }) => `${source} ${type}`))).toEqual([
    ['manual generic'],
    ['manual generic'],
    ['site requeue'],
  ]);
});

test('a requeue with back-off that was not due is not a cause either, and what the run before was for stays one', async () => {
  const w = world(({ attempt }) => (attempt < 8 ? { requeue: true } : undefined));
  await w.during(async () => {
    w.source.ask('blog');
    await w.host.sleep(100);
    w.source.starts[0]?.enqueue(
      { key: 'default/blog' as never, cluster: '' },
      { cause: { source: 'other', type: 'generic' } },
    );
    await w.host.sleep(10_000);
  });
  const byOther = w.finished.find(({ causes }) => causes.some(({ source }) => source === 'other'));
  expect(byOther?.causes.map(({ source, type }) => `${source} ${type}`)).toEqual(['manual generic', 'other generic']);
});
