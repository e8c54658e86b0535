import { describe, expect, test } from 'vitest';
import { ManualClock, ReeveError } from '@reeve/machinery';
import { DelegatingLogger, pinoLogger } from '@reeve/runtime';
import type { LogOptions, Logger } from '@reeve/runtime';

const start = Date.parse('2026-01-02T03:04:05.678Z');
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'default', name: 'login', annotations: { note: 'hush' } },
  data: { password: 'aHVzaA==' },
};

/** What a log writes, as text. */
function written(say: (log: Logger) => void, options: Partial<LogOptions> = {}): string {
  let text = '';
  const output = { write: (line: string) => void (text += line) };
  say(pinoLogger({ clock: new ManualClock({ start }), output, ...options }));
  return text;
}

const parsed = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('a log in production', () => {
  test('writes a line of JSON, and leaves debug out · CR-123', () => {
    const text = written((log) => {
      log.debug('too much');
      log.with({ controller: 'websites' }).info('it is served', { replicas: 2, nothing: undefined });
    });
    expect(parsed(text)).toEqual({
      level: 'info',
      time: '2026-01-02T03:04:05Z',
      controller: 'websites',
      replicas: 2,
      message: 'it is served',
    });
  });

  test.each([
    ['rfc3339', '2026-01-02T03:04:05Z'],
    ['iso8601', '2026-01-02T03:04:05.678Z'],
    ['millis', start],
    ['epoch', start / 1000],
  ] as const)('writes times as %s · CR-123', (time, expected) => {
    expect(parsed(written((log) => log.info('now'), { time }))['time']).toBe(expected);
  });

  test('says no more than its level · CR-123', () => {
    const all = (log: Logger): void => {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level);
    };
    const levels = (options: Partial<LogOptions>): unknown[] =>
      written(all, options)
        .trim()
        .split('\n')
        .map((line) => parsed(line)['level']);
    expect(levels({ level: 'debug' })).toEqual(['debug', 'info', 'warn', 'error']);
    expect(levels({ level: 'error' })).toEqual(['error']);
    expect(levels({})).toEqual(['info', 'warn', 'error']);
  });

  test('shows objects as kind, namespace and name · CR-123', () => {
    const text = written((log) => log.info('seen', { object: secret, several: [secret] }));
    const short = { apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 'login' };
    expect(parsed(text)).toMatchObject({ object: short, several: [short] });
    expect(text).not.toContain('hush');
    expect(text).not.toContain('aHVzaA');
  });

  test('tells no secrets', () => {
    const text = written((log) =>
      log.info('sent', {
        headers: { Authorization: 'Bearer abc' },
        token: 'abc',
        said: 'with Bearer abc.def',
        password: 'abc',
      }),
    );
    expect(text).not.toContain('abc');
    const error = new Error('it failed\nwith Bearer abc.def');
    expect(written((log) => log.error('failed', { error }))).not.toContain('abc');
  });

  test.each([
    { accessToken: 'hush' },
    { refreshToken: 'hush' },
    { id_token: 'hush' },
    { client_secret: 'hush' },
    { apiKey: 'hush' },
    { 'X-Api-Key': 'hush' },
    { bearerToken: 'hush' },
    { env: [{ name: 'DB_PASSWORD', value: 'hush' }] },
    { args: ['--token', 'hush'] },
    { at: 'https://admin:hush@db.example' },
    { said: 'password=hush' },
    { said: 'Basic aHVzaA==' },
  ])('a log tells no secrets of the field %j', (fields) => {
    expect(written((log) => log.info('sent', fields))).not.toMatch(/hush|aHVzaA/);
    expect(written((log) => log.with(fields).info('sent'), { mode: 'development' })).not.toMatch(/hush|aHVzaA/);
  });

  test('a log tells no secrets of its message', () => {
    const said = 'asked https://admin:hush@db.example with Bearer hush, password=hush and client_secret: "hush"';
    for (const mode of ['production', 'development'] as const) {
      const text = written((log) => log.info(said), { mode });
      expect(text).toContain('https://[redacted]@db.example with Bearer [redacted]');
      expect(text).not.toContain('hush');
    }
  });

  test('shows errors with code, causes and the stack of serious ones · CR-123', () => {
    const error = new ReeveError('REEVE_TEST', 'it broke', { cause: new Error('the disk is full') });
    expect(parsed(written((log) => log.error('failed', { error })))).toMatchObject({
      error: {
        message: 'it broke',
        code: 'REEVE_TEST',
        stack: expect.stringContaining('at ') as unknown,
        cause: { message: 'the disk is full' },
      },
    });
    expect(written((log) => log.warn('failed', { error }))).not.toContain('"stack"');
    expect(written((log) => log.warn('failed', { error }), { stacksFrom: 'warn' })).toContain('"stack"');
    expect(written((log) => log.error('failed', { error }), { stacksFrom: 'never' })).not.toContain('"stack"');
  });

  test('shows what says itself how it is told, and still no secrets of it', () => {
    class Said {
      toJSON(): unknown {
        return { colour: 'red', token: 'abc', object: secret };
      }
    }
    const text = written((log) => log.info('seen', { said: new Said(), several: [new Said()] }));
    const told = { colour: 'red', token: '[redacted]', object: { kind: 'Secret', name: 'login' } };
    expect(parsed(text)).toMatchObject({ said: told, several: [told] });
    expect(text).not.toMatch(/abc|hush/);
  });

  test('survives what cannot be told', () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    const hostile = {
      get boom(): never {
        throw new Error('no');
      },
    };
    expect(written((log) => log.info('odd', { endless, big: 1n, act: () => 1, ['__proto__']: 1 }))).toContain('"odd"');
    expect(written((log) => log.info('odd', { hostile }))).toBe('');
  });
});

describe('a log in development', () => {
  test('writes for people, debug included · CR-123', () => {
    const text = written((log) => log.debug('it is served', { object: secret, replicas: 2, said: 'two words' }), {
      mode: 'development',
    });
    expect(text).toBe(
      '2026-01-02T03:04:05Z DEBUG it is served object=Secret/default/login replicas=2 said="two words"\n',
    );
  });

  test('a log in development quotes control characters in messages, names and values, and writes one line', () => {
    const hostile = 'a\u001b]52;c;cm0=\u0007b\u009bc\u202ed\nERROR e';
    const quoted = 'a\\u001b]52;c;cm0=\\u0007b\\u009bc\\u202ed\\nERROR e';
    const object = { kind: 'Pod', name: hostile };
    const fields = { [hostile]: 1, value: hostile, bare: 'a\u001bb', list: ['\u009b'], object };
    const text = written((log) => log.info(hostile, fields), { mode: 'development' });
    expect(text.replace('\n', '').match(/\p{Cc}|\u202e/u)).toBeNull();
    expect(text).toContain(` INFO  ${quoted} ${quoted}=1 `);
    expect(text).toContain(' object=Pod/a');
  });

  test('a log in development quotes control characters in stacks', () => {
    const error = new Error('no');
    error.stack = 'Error: no\n    at \u001b[2Jf (file.ts:1:1)\n    at g (file.ts:2:1)';
    const text = written((log) => log.warn('failed', { error }), { mode: 'development' });
    expect(text).toContain('\n    at \\u001b[2Jf (file.ts:1:1)\n    at g (file.ts:2:1)\n');
  });

  test('shows stacks of warnings below the line, and paints levels when asked to · CR-123', () => {
    const text = written((log) => log.warn('failed', { error: new Error('no') }), {
      mode: 'development',
      hasColors: true,
    });
    expect(text).toContain('\u001B[33mWARN \u001B[0m failed error="no"\n    at ');
  });
});

describe('a log that is set later', () => {
  test('tells what was said before, with its fields, and only to the first log · CR-123', () => {
    const later = new DelegatingLogger();
    const child = later.with({ controller: 'websites' });
    child.info('early');
    const text = written((log) => {
      later.fulfil(log);
      later.fulfil(pinoLogger({ clock: new ManualClock(), output: { write: () => expect.unreachable() } }));
      child.with({ key: 'a' }).info('late');
    });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => parsed(line));
    expect(lines).toMatchObject([
      { message: 'early', controller: 'websites' },
      { message: 'late', controller: 'websites', key: 'a' },
    ]);
  });

  test('keeps so much and no more, and says what was lost · CR-123', () => {
    const later = new DelegatingLogger();
    for (let index = 0; index < 1005; index += 1) later.info(`line ${index}`);
    const lines = written((log) => later.fulfil(log))
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1001);
    expect(parsed(lines.at(-1) ?? '')).toMatchObject({ level: 'warn', lines: 5 });
  });
});
