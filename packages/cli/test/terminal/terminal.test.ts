import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { ManualClock, nodeHost } from '@reeve/machinery';
import type { Clock, Host } from '@reeve/machinery';
import { Folder, reeve, startReeve } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';
import { textModule, websiteProgram } from '../website-program.ts';
import { hasPseudoTerminal, startInTerminal } from './pseudo-terminal.ts';

const program = { 'website.ts': websiteProgram, 'text.ts': textModule };
const colour = '\u001B[';

describe.runIf(hasPseudoTerminal)('in a pseudo-terminal', { timeout: 60_000 }, () => {
  test('the start screen has colours, and Ctrl-C ends in order', async () => {
    using folder = new Folder(program);
    await using dev = startInTerminal(['dev', 'website.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    expect(dev.out).toContain(`${colour}32m${colour}1mreeve dev`);
    dev.type('\u0003');
    await dev.shows('ending: waiting for the runs in progress');
    expect(await dev.ended).toBe(0);
  });

  test.each([{ NO_COLOR: '1' }, { CI: 'true' }, { TERM: 'dumb' }])(
    'there are no colours with %o',
    async (variables) => {
      using folder = new Folder();
      await using running = startInTerminal(['gte'], folder, variables);
      expect(await running.ended).toBe(2);
      expect(running.out).toContain('error: there is no command gte');
      expect(running.out).not.toContain(colour);
    },
  );
});

describe('in a pipe', { timeout: 60_000 }, () => {
  test('there are no colours, unless they are forced', async () => {
    using folder = new Folder();
    expect((await reeve(['gte'], folder)).err).not.toContain(colour);
    expect((await reeve(['gte'], folder, { FORCE_COLOR: '1' })).err).toContain(colour);
    expect((await reeve(['gte'], folder, { FORCE_COLOR: '1', NO_COLOR: '1' })).err).not.toContain(colour);
  });

  test('a reader that goes away is no failure', async () => {
    using folder = new Folder();
    await using running = startReeve(['completion', 'fish'], folder);
    running.closeOutput();
    expect(await running.ended).toBe(0);
    expect(running.err).toBe('');
  });
});

test('what takes longer than a second is told on stderr, and how long it took', { timeout: 30_000 }, async () => {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => asked.push(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = new ManualClock();
  const host = withClock(nodeHost(), clock);
  const terminal = testTerminal();
  const running = runCli(['doctor', '-s', url], { terminal, host });
  await new Promise((resolve) => server.once('request', resolve));
  expect(terminal.printed.err).toBe('');
  await clock.advance(1500);
  await terminal.shows(`asking ${url} …\n`);
  asked[0]?.writeHead(403).end();
  expect(await running).toBe(1);
  expect(terminal.printed.err).toBe(`asking ${url} …\nasking ${url} took 1.5 s\n`);
  server.close();
});

const withClock = (host: Host, clock: Clock): Host => ({
  clock,
  random: host.random,
  effects: host.effects,
  uuid: () => host.uuid(),
  sleep: (ms, signal) => host.sleep(ms, signal),
  yield: () => host.yield(),
  startSlice: () => host.startSlice(),
});
