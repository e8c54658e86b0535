import { constants } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { call, isListening } from './https-call.ts';
import { Program } from './program.ts';

const anywhere = '--listen-client-urls=http://127.0.0.1:0';

describe('the program etcd', { timeout: 30_000 }, () => {
  test('lists its flags at the start of lines, where envtest looks for them', async () => {
    await using help = new Program('etcd', ['--help']);

    expect(await help.ended()).toBe(0);
    for (const flag of [
      'advertise-client-urls',
      'data-dir',
      'listen-client-urls',
      'listen-peer-urls',
      'unsafe-no-fsync',
    ])
      expect(help.stdout).toMatch(new RegExp(`^--${flag}\\b`, 'm'));
  });

  test('answers the health check over plain HTTP', async () => {
    await using etcd = new Program('etcd', [anywhere, '--data-dir=/nowhere', '--unsafe-no-fsync=true']);
    const [, port] = await etcd.says(/127\.0\.0\.1:(\d+)/);

    const health = await call(`http://127.0.0.1:${port}/health`);

    expect(health.status).toBe(200);
    expect(health.json()).toMatchObject({ health: 'true' });
    expect((await call(`http://127.0.0.1:${port}/unknown`)).status).toBe(404);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s and frees its port', async (signal) => {
    await using etcd = new Program('etcd', [anywhere]);
    const [, port] = await etcd.says(/127\.0\.0\.1:(\d+)/);
    await call(`http://127.0.0.1:${port}/health`);

    expect(await etcd.stop(signal)).toBe(0);
    expect(await isListening(Number(port))).toBe(false);
  });

  test('passes over a flag it does not know, and says so', async () => {
    await using etcd = new Program('etcd', [anywhere, '--experimental-of-tomorrow=1', '--enable-v2=false']);

    await etcd.says(/127\.0\.0\.1:(\d+)/);

    expect(etcd.stderr).toContain('--experimental-of-tomorrow is not known');
    expect(etcd.stderr).toContain('--enable-v2 is not known');
    expect(await etcd.stop()).toBe(0);
  });

  test('names a port that is taken, and ends with 1', async () => {
    await using first = new Program('etcd', [anywhere]);
    const [, port] = await first.says(/127\.0\.0\.1:(\d+)/);

    await using second = new Program('etcd', [`--listen-client-urls=http://127.0.0.1:${port}`]);

    expect(await second.ended()).toBe(1);
    expect(second.stderr).toMatch(new RegExp(`^etcd: .*127\\.0\\.0\\.1:${port} is taken`, 'm'));
    expect(second.stderr).not.toContain('at '); // a sentence, not a stack
  });

  test('refuses an address that is none', async () => {
    await using etcd = new Program('etcd', ['--listen-client-urls=somewhere']);

    expect(await etcd.ended()).toBe(1);
    expect(etcd.stderr).toContain('--listen-client-urls somewhere is not an address');
  });

  describe('the journal of etcd', () => {
    test('keeps all its data when a request that appends is cut in the middle, and takes nothing of that request', async () => {
      const { port, etcd } = await started();
      const writer = await opened(port);
      expect(await append(port, writer, line('a', 2))).toContain('204 No Content');

      const cut = connect(port, '127.0.0.1');
      await once(cut, 'connect');
      const head = `POST /reeve/journal HTTP/1.1\r\nhost: localhost\r\n${writer}content-type: application/x-reeve-journal\r\n`;
      cut.write(`${head}content-length: 1000\r\n\r\n${line('b', 3)}${line('c', 4).slice(0, 9)}`);
      cut.resetAndDestroy();
      await once(cut, 'close');

      const text = await said(port, 'POST /reeve/journal/writer HTTP/1.1\r\nhost: localhost\r\n');
      expect(text).toContain(line('a', 2).trim());
      expect(text).not.toContain('default/b');
      expect(await etcd.stop()).toBe(0);
    });

    test('refuses the append of a writer that another one has replaced with 409, and that of a writer to another etcd with 410', async () => {
      const { port } = await started();
      const first = await opened(port);
      const second = await opened(port);

      expect(await append(port, first, line('a', 2))).toContain('409 Conflict');
      expect(await append(port, 'reeve-instance: another\r\nreeve-epoch: 2\r\n', line('a', 2))).toContain('410 Gone');

      expect(await append(port, second, line('b', 2))).toContain('204 No Content');
      expect(await said(port, 'POST /reeve/journal/writer HTTP/1.1\r\nhost: localhost\r\n')).not.toContain('default/a');
    });

    test('gives a new writer more than one string of V8 can hold', { timeout: 120_000 }, async () => {
      const { port } = await started();
      const writer = await opened(port);
      const object = `{"metadata":{"name":"a"},"data":{"a":"${'x'.repeat(9_000_000)}"}}`;
      for (let revision = 2; revision < 62; revision += 1)
        await append(port, writer, `configmaps\tdefault/c${revision}\t${revision}\t+\t${object}\n`);

      const socket = connect(port, '127.0.0.1');
      socket.write('POST /reeve/journal/writer HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      let bytes = 0;
      for await (const piece of socket) bytes += (piece as Buffer).length;

      expect(bytes).toBeGreaterThan(constants.MAX_STRING_LENGTH);
    });

    test('takes a revision once, so that an append that is sent twice or comes late does not bring an older object back', async () => {
      const { port } = await started();
      const writer = await opened(port);
      await append(port, writer, line('a', 2));
      await append(port, writer, line('a', 3, '-'));

      expect(await append(port, writer, line('a', 2))).toContain('204 No Content');

      const text = await said(port, 'POST /reeve/journal/writer HTTP/1.1\r\nhost: localhost\r\n');
      expect(text).not.toContain('default/a\t2');
    });

    test.each([
      ['without its parts', 'nonsense\n'],
      ['with a revision that is no number', 'configmaps\tdefault/a\tNaN\t+\t{}\n'],
      ['with a negative revision', 'configmaps\tdefault/a\t-1\t+\t{}\n'],
      ['with a revision beyond whole numbers', 'configmaps\tdefault/a\t9007199254740993\t+\t{}\n'],
    ])('refuses a line %s with 400 and its place, and takes nothing of the request', async (_what, bad) => {
      const { port } = await started();
      const writer = await opened(port);

      const refused = await append(port, writer, line('a', 2) + bad);

      expect(refused).toContain('400 Bad Request');
      expect(refused).toContain('line 2 is no record of a write');
      expect(await append(port, writer, line('b', 2))).toContain('204 No Content');
    });

    test.each([
      ['with an Origin', 'POST', '/reeve/journal', 'host: localhost\r\norigin: https://evil.test\r\n', 403],
      ['for a name that is not of this machine', 'POST', '/reeve/journal/writer', 'host: evil.test\r\n', 403],
      [
        'with a content type that a web page may send',
        'POST',
        '/reeve/journal',
        'host: localhost\r\ncontent-type: text/plain\r\n',
        415,
      ],
      ['with another method', 'PUT', '/reeve/journal', 'host: localhost\r\n', 405],
      ['with a method that changes, for the health check', 'DELETE', '/health', 'host: localhost\r\n', 405],
    ])('refuses a request %s', async (_what, method, path, headers, status) => {
      const { port } = await started();

      expect(await said(port, `${method} ${path} HTTP/1.1\r\n${headers}content-length: 0\r\n`)).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} `),
      );
    });
  });
});

async function started(): Promise<{ etcd: Program; port: number }> {
  const etcd = new Program('etcd', [anywhere]); // ended with its test
  const [, port] = await etcd.says(/127\.0\.0\.1:(\d+)/);
  return { etcd, port: Number(port) };
}

/** A line of the journal. */
const line = (name: string, revision: number, mark = '+') =>
  `configmaps\tdefault/${name}\t${revision}\t${mark}\t{"metadata":{"name":"${name}"}}\n`;

/** The headers of a new writer. */
async function opened(port: number): Promise<string> {
  const text = await said(port, 'POST /reeve/journal/writer HTTP/1.1\r\nhost: localhost\r\n');
  return [...text.matchAll(/^(reeve-(?:instance|epoch): .*)$/gm)].map(([, header]) => `${header}\r\n`).join('');
}

const append = (port: number, writer: string, body: string) =>
  said(
    port,
    `POST /reeve/journal HTTP/1.1\r\nhost: localhost\r\n${writer}content-type: application/x-reeve-journal\r\ncontent-length: ${body.length}\r\n`,
    body,
  );

/** The whole answer to a request, of which `head` is the beginning. */
async function said(port: number, head: string, body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}connection: close\r\n\r\n${body}`);
  let text = '';
  for await (const piece of socket.setEncoding('utf8')) text += piece as string;
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}
