/** Watches of a server, or of something in front of it, that do not end, end at once again and again, or send what cannot be decoded. */
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ByteSource, endless, eventText, listText } from './byte-source.ts';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, bookmark, event, listAt, refusal, thing } from './script.ts';

const MIB = 1024 * 1024;

describe('a watch without end', () => {
  test('an event that does not end is refused after 64 MiB, and everything is listed anew', async () => {
    const bytes = new ByteSource({
      lists: [() => [listText('1')]],
      watches: [() => endless('{"type":"ADDED","object":{"metadata":{"name":"', 'x'), () => []],
    });
    await using run = new ReflectorRun({ source: bytes.source }).start();
    await run.pass(5000);

    expect(bytes.sent).toBeLessThanOrEqual(66 * MIB);
    expect(bytes.lists).toHaveLength(2);
    expect(run.failures()).toMatchObject([
      { code: 'REEVE_STREAM_DECODING', cause: { code: 'REEVE_ANSWER_LIMIT', part: 'item' } },
    ]);
  });
});

test('a watch that is cut for silence at once, again and again, is reopened with a back-off', async () => {
  const host = new VirtualHost();
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => new Channel(bookmark('2'))] });
  await using run = new ReflectorRun({ host, source: script.source, silenceLimitMs: 1 }).start();
  await run.pass(10 * 60_000);

  expect(script.watches.length).toBeGreaterThan(5);
  expect(script.watches.length).toBeLessThan(60);
});

describe('a server that answers at once, again and again', () => {
  const tenMinutes = 10 * 60_000;
  const endingWatches = {
    'one event': () => new Channel(event('MODIFIED', thing('a', String((version += 1))))).end(),
    'one bookmark': () => new Channel(bookmark(String((version += 1)))).end(),
    'an event and an internal error': () =>
      new Channel(event('MODIFIED', thing('a', String((version += 1)))), refusal(500, 'InternalError')),
  };
  let version = 100;
  for (const [what, watch] of Object.entries(endingWatches)) {
    test(`watches that end after ${what} are reopened with a back-off: fewer than 60 in ten minutes`, async () => {
      const host = new VirtualHost();
      const script = new ScriptedSource({
        lists: [() => listAt('100', ['a'])],
        watches: [async () => (await host.sleep(1), watch())], // a request takes a moment
      });
      await using run = new ReflectorRun({ host, source: script.source, maxInternalErrorRetryMs: tenMinutes }).start();
      await run.pass(tenMinutes);

      expect(script.watches.length).toBeGreaterThan(10);
      expect(script.watches.length).toBeLessThan(60);
      expect(script.lists).toHaveLength(1);
      expect(run.failures().some((error) => String(error).includes('ended within a second'))).toBe(
        what !== 'an event and an internal error',
      );
    });
  }

  test('two short watches in a row are reopened at once, as a server that ends its watches in good order wants it', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('1')],
      watches: [
        () => new Channel(event('ADDED', thing('a', '2'))).end(),
        () => new Channel(event('ADDED', thing('b', '3'))).end(),
        () => new Channel(),
      ],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.order).toEqual(['list "0"', 'watch "1"', 'watch "2"', 'watch "3"']);
    expect(run.delays()).toEqual([]);
  });
});

describe('an event that cannot be decoded', () => {
  const broken = `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","namespace":"shop","uid":"uid-a","resourceVersion":"11"},"spec":{"x":tru}}`;
  const cases: Record<string, string | Buffer> = {
    'a change with a broken value': eventText('MODIFIED', broken),
    'a deletion with a broken value': eventText('DELETED', broken),
    'a change without metadata': eventText('MODIFIED', '{"apiVersion":"example.com/v1","kind":"Thing"}'),
    'a change whose object is null': eventText('MODIFIED', 'null'),
    'a change with bytes that are no UTF-8': Buffer.concat([
      Buffer.from(eventText('MODIFIED', broken.replace('tru', '"\u00ff"')).trim(), 'latin1'),
      Buffer.from('\n'),
    ]),
  };
  for (const [field, value] of [
    ['name', '5'],
    ['namespace', '{}'],
    ['resourceVersion', '11'],
    ['uid', '["u"]'],
  ] as const)
    cases[`a change whose ${field} is no text`] = eventText(
      'MODIFIED',
      `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","namespace":"shop","uid":"uid-a","resourceVersion":"11","${field}":${value}}}`,
    );
  for (const [what, line] of Object.entries(cases)) {
    test(`${what} ends the watch, and everything is listed anew`, async () => {
      const bytes = new ByteSource({
        lists: [() => [listText('5', ['a'])], () => [listText('13', ['b'])]],
        watches: [() => [line, eventText('ADDED', thing('b', '12'))], () => []],
      });
      await using run = new ReflectorRun({ source: bytes.source }).start();
      await run.pass(5000);

      expect(run.store.log).toEqual(['replace a @5', 'replace b @13']);
      expect(bytes.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '13']);
      expect(run.failures()).toMatchObject([{ code: 'REEVE_STREAM_DECODING' }]);
    });
  }

  test('an event of a streamed initial list that cannot be decoded ends the stream, and everything is listed instead', async () => {
    const bytes = new ByteSource({
      supportsStreaming: true,
      lists: [() => [listText('13', ['b'])]],
      watches: [() => [eventText('ADDED', broken), eventText('BOOKMARK', bookmark('12', 'true').object)], () => []],
    });
    await using run = new ReflectorRun({ source: bytes.source }).start();
    await run.pass(5000);

    expect(run.store.log).toEqual(['replace b @13']);
    expect(run.of('fallback')).toMatchObject([{ error: { code: 'REEVE_STREAM_DECODING' } }]);
  });

  test('a transform that throws ends the watch, and lists are tried with a back-off until it takes every object', async () => {
    let isBroken = true;
    const script = new ScriptedSource({
      lists: [() => listAt('5', ['a']), () => listAt('12', ['a', 'b'])],
      watches: [
        () => new Channel(event('MODIFIED', thing('a', '11')), event('ADDED', thing('b', '12'))),
        () => new Channel(),
      ],
    });
    await using run = new ReflectorRun({
      source: script.source,
      transform: (object) => {
        if (isBroken && object.metadata.resourceVersion !== '5') throw new TypeError('no spec');
        return object;
      },
    }).start();
    await run.pass(60_000);
    expect(run.failures()[0]).toMatchObject({ code: 'REEVE_TRANSFORM', cause: { message: 'no spec' } });
    expect(script.lists.length).toBeGreaterThan(2);
    expect(script.lists.length).toBeLessThan(10);
    isBroken = false;
    await run.pass(60_000);

    expect(run.store.log).toEqual(['replace a @5', 'replace a,b @12']);
  });
});
