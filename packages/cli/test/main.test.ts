import { expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { testTerminal } from './test-terminal.ts';

test('help goes to stdout and lists every command in its group', async () => {
  const terminal = testTerminal();
  expect(await runCli(['--help'], { terminal })).toBe(0);
  expect(terminal.printed.out).toContain('Help yourself:');
  expect(terminal.printed.out).toMatch(/^ {2}version /m);
  expect(terminal.printed.err).toBe('');
});

test('no words at all print the help', async () => {
  const terminal = testTerminal();
  expect(await runCli([], { terminal })).toBe(0);
  expect(terminal.printed.out).toContain('Usage: reeve');
});

test('a misspelled command is answered with the one that was meant, on stderr, and exit code 2', async () => {
  const terminal = testTerminal();
  expect(await runCli(['verison'], { terminal })).toBe(2);
  expect(terminal.printed.err).toBe(
    'error: there is no command verison: did you mean version? [REEVE_USAGE]\n  next: reeve version --help\n',
  );
  expect(terminal.printed.out).toBe('');
});

test('a misspelled flag is answered with the one that was meant', async () => {
  const terminal = testTerminal();
  expect(await runCli(['version', '--cleint'], { terminal })).toBe(2);
  expect(terminal.printed.err).toContain("unknown option '--cleint': did you mean --client? [REEVE_USAGE]");
  expect(terminal.printed.err).toContain('next: reeve version --help');
});

test('flags without a command are wrong use', async () => {
  const terminal = testTerminal();
  expect(await runCli(['-n', 'x'], { terminal })).toBe(2);
  expect(terminal.printed.err).toContain('-n x has no command');
});

test('a cluster that nobody configured is one message with the next step, and exit code 1', async () => {
  const terminal = testTerminal();
  expect(await runCli(['version'], { terminal })).toBe(1);
  expect(terminal.printed.err).toMatch(/^error: no cluster is configured .*\[REEVE_NO_CONFIGURATION\]\n {2}next: /);
});

test('flags that name a cluster stand before or after the command', async () => {
  for (const words of [
    ['--kubeconfig', '/nowhere/k', 'version'],
    ['version', '--kubeconfig', '/nowhere/k'],
  ]) {
    const terminal = testTerminal();
    expect(await runCli(words, { terminal })).toBe(1);
    expect(terminal.printed.err).toContain('/nowhere/k does not exist');
  }
});
