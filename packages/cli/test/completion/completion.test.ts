import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands, runCli } from '@reeve/cli';
import { testTerminal } from '../test-terminal.ts';

async function script(shell: string): Promise<string> {
  const terminal = testTerminal();
  expect(await runCli(['completion', shell], { terminal })).toBe(0);
  return terminal.printed.out;
}

function completed(bash: string, words: readonly string[]): string[] {
  const asked = `${bash}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _reeve; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', asked], { encoding: 'utf8' }).trim().split('\n');
}

test('bash completes commands, and the flags of each', async () => {
  const bash = await script('bash');
  expect(completed(bash, ['reeve', 'd'])).toEqual(expect.arrayContaining(['dev', 'doctor']));
  expect(completed(bash, ['reeve', 'dev', '--str'])).toEqual(['--strict-port']);
  expect(completed(bash, ['reeve', 'version', 'x', '--kub'])).toEqual(['--kubeconfig']);
});

test.each(['zsh', 'fish'])('%s hears of every command', async (shell) => {
  const text = await script(shell);
  expect(commands.filter(({ name }) => !text.includes(name))).toEqual([]);
});

test('another shell is wrong use', async () => {
  const terminal = testTerminal();
  expect(await runCli(['completion', 'constructor'], { terminal })).toBe(2);
  expect(terminal.printed.err).toContain('constructor is no shell that is known here: bash, zsh or fish');
});
