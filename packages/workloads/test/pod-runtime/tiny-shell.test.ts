import { expect, test } from 'vitest';
import type { CommandStreams } from '@reeve/workloads';
import { virtualPodRuntime } from '@reeve/workloads';
import { VirtualHost } from '@reeve/machinery';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default' },
  spec: { containers: [{ name: 'main', env: [{ name: 'COLOR', value: 'blue' }] }] },
};

async function executed(
  command: readonly string[],
  typed = '',
): Promise<{ out: string; err: string; code: number; ms: number }> {
  const host = new VirtualHost({ start: Date.UTC(2026, 0, 1) });
  const said = { out: '', err: '' };
  const streams: CommandStreams = {
    stdin: (async function* () {
      if (typed !== '') yield Buffer.from(typed);
    })(),
    stdout: (bytes) => (said.out += Buffer.from(bytes).toString()),
    stderr: (bytes) => (said.err += Buffer.from(bytes).toString()),
    signal: new AbortController().signal,
  };
  const runtime = virtualPodRuntime({ host });
  const code = await host.run(() => runtime.exec(pod, { container: 'main', command, isTerminal: false }, streams));
  return { ...said, code, ms: host.clock.monotonic() };
}

const cases: readonly (readonly [string, readonly string[], string, number])[] = [
  ['echo prints its words', ['echo', 'hello', 'world'], 'hello world\n', 0],
  ['hostname is the name of the pod', ['hostname'], 'web\n', 0],
  ['the file of the hostname says the same', ['cat', '/etc/hostname'], 'web\n', 0],
  ['a variable of the container is there', ['printenv', 'COLOR'], 'blue\n', 0],
  ['a variable that is not there fails', ['printenv', 'SIZE'], '', 1],
  ['the date is the host’s', ['date'], 'Thu, 01 Jan 2026 00:00:00 GMT\n', 0],
  [
    'a script runs line after line',
    ['sh', '-c', 'echo one; echo "two $COLOR"\necho \'three $COLOR\''],
    'one\ntwo blue\nthree $COLOR\n',
    0,
  ],
  ['a script ends with exit', ['sh', '-c', 'echo one; exit 3; echo two'], 'one\n', 3],
  ['what follows && runs only after success', ['sh', '-c', 'false && echo no; true && echo yes'], 'yes\n', 0],
  ['set -e ends at the first failure', ['sh', '-ec', 'false; echo no'], '', 1],
  ['a path to a program is as good', ['/bin/echo', 'x'], 'x\n', 0],
];

for (const [name, command, out, code] of cases) {
  test(name, async () => {
    expect(await executed(command)).toMatchObject({ out, err: '', code });
  });
}

for (const command of [
  ['nginx', '-v'],
  ['cat', '/etc/passwd'],
  ['sh', '-c', 'ls | wc'],
  ['__proto__'],
  ['sh', '-c', 'echo $(date)'],
]) {
  test(`${command.join(' ')} is not found`, async () => {
    expect(await executed(command)).toEqual({ out: '', err: `${command[0] ?? ''}: not found\n`, code: 127, ms: 0 });
  });
}

test('sleep takes its time', async () => {
  expect(await executed(['sleep', '5'])).toMatchObject({ code: 0, ms: 5000 });
});

test('a shell reads what is typed', async () => {
  expect(await executed(['sh'], 'echo one\necho two\nexit 4\necho three\n')).toMatchObject({
    out: 'one\ntwo\n',
    code: 4,
  });
});

test('cat gives back what is typed', async () => {
  expect(await executed(['cat'], 'hello')).toMatchObject({ out: 'hello', code: 0 });
});
