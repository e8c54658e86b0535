import { get as plainGet } from 'node:http';
import { get as tlsGet } from 'node:https';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { HttpServer, textAnswer } from '@reeve/runtime';
import type { CertificatePair, HttpServerOptions } from '@reeve/runtime';
import { NotingLog } from '../events/recording.ts';
import { makePair } from './certificates.ts';

const hello = () => textAnswer(200, 'hello');

/** Runs a server on a free port while the body runs. */
async function during(options: Partial<HttpServerOptions>, body: (server: HttpServer) => Promise<void>): Promise<void> {
  const server = new HttpServer({ name: 'test', address: '127.0.0.1:0', handle: hello, ...options });
  const stop = new AbortController();
  const running = server.run(stop.signal);
  await server.ready(stop.signal);
  try {
    await body(server);
  } finally {
    stop.abort();
    await running;
  }
}

const read = (port: number, path = '/'): Promise<readonly [number | undefined, string]> =>
  new Promise((resolve, reject) => {
    plainGet({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve([response.statusCode, text]));
    }).on('error', reject);
  });

/** The common name of who answers. */
const nameAt = (port: number, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    tlsGet({ host: '127.0.0.1', servername: 'localhost', port, ca, agent: false }, (response) => {
      const { subject } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume().on('end', () => resolve(String(subject.CN)));
    }).on('error', reject);
  });

describe('a server', () => {
  test('answers until it is told to end · CR-56', async () => {
    let port = 0;
    await during({}, async (server) => {
      ({ port } = server);
      expect(await read(port)).toEqual([200, 'hello']);
    });
    await expect(read(port)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('that finds its port taken says so · CR-56', async () => {
    await during({}, async ({ port }) => {
      const second = new HttpServer({ name: 'second', address: `127.0.0.1:${port}`, handle: hello });
      const running = second.run(new AbortController().signal);
      await expect(running).rejects.toMatchObject({
        code: 'REEVE_LISTEN',
        message: expect.stringContaining(String(port)) as unknown,
      });
      await second.ready(new AbortController().signal); // and nobody waits for it
    });
  });

  test('serves nothing at the address 0 · CR-56', async () => {
    await during({ address: '0' }, async ({ port }) => {
      expect(port).toBe(0);
      await Promise.resolve();
    });
  });

  test.each(['8080', 'localhost', ':99999', '[::1', 'a:b:c'])('refuses the address %s', (address) => {
    expect(() => new HttpServer({ name: 'test', address, handle: hello })).toThrow(/no address to listen at/);
  });

  test('speaks TLS, and uses a new certificate from the next connection on · CR-56 · CR-112', async () => {
    const [one, two] = [await makePair('one'), await makePair('two')];
    let tell: (pair: CertificatePair) => void = () => undefined;
    const certificates = {
      current: one,
      onChange: (listener: (pair: CertificatePair) => void) => {
        tell = listener;
        return { [Symbol.dispose]: () => undefined };
      },
    };
    await during({ certificates }, async ({ port }) => {
      expect(await nameAt(port, one.cert)).toBe('one');
      tell(two);
      expect(await nameAt(port, two.cert)).toBe('two');
      await expect(nameAt(port, one.cert)).rejects.toThrow(/certificate/);
    });
  });

  test('answers a failure without a word about it', async () => {
    const log = new NotingLog();
    const handle = (): never => {
      throw new Error('the password is 1234');
    };
    await during({ handle, log }, async ({ port }) => {
      expect(await read(port)).toEqual([500, 'Internal Server Error\n']);
    });
    expect(log.lines.map(({ level }) => level)).toEqual(['info', 'error']);
  });

  test('a server stops making an answer whose client has gone', async () => {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      try {
        for (;;) {
          await Promise.resolve();
          yield new Uint8Array(65_536);
        }
      } finally {
        ended();
      }
    }
    await during({ handle: () => ({ status: 200, body: endless() }) }, async ({ port }) => {
      const request = plainGet({ host: '127.0.0.1', port, agent: false }, (response) => {
        response.once('data', () => request.destroy());
      }).on('error', () => undefined);
      await expect(end).resolves.toBeUndefined();
    });
  });

  test('a server closes connections above its limit', async () => {
    await during({ maxConnections: 1 }, async ({ port }) => {
      const first = connect(port, '127.0.0.1');
      await new Promise((resolve) => first.once('connect', resolve));
      await expect(read(port)).rejects.toThrow(/ECONNRESET|socket hang up/);
      first.destroy();
    });
  });

  test('sends what is made bit by bit', async () => {
    async function* many(): AsyncGenerator<string, void, void> {
      for (let index = 0; index < 3; index += 1) {
        await Promise.resolve();
        yield `${index},`;
      }
    }
    await during({ handle: () => ({ status: 200, body: many() }) }, async ({ port }) => {
      expect(await read(port)).toEqual([200, '0,1,2,']);
    });
  });
});
