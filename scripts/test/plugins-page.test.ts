/**
 * The programs of docs/plugins.md run: the plugin over files in memory, and the command line that it ends with.
 */
import { expect, test } from 'vitest';
import type { Cli } from '@reeve/cli';
import type { Plugin } from '@reeve/scaffold';
import { generated } from '@reeve/scaffold';
import { testTerminal } from '../../packages/cli/test/test-terminal.ts';
import { writeDocPrograms } from './doc-page.ts';

test('the plugin and the command line of the page do what it says', async () => {
  const { folder, files } = writeDocPrograms('docs/plugins.md');
  const place = (name: string): string => `${folder}/${files.find((file) => file.endsWith(name)) ?? name}`;
  const { default: plugin } = (await import(place('boards.ts'))) as { default: (options: object) => Plugin };
  const project = JSON.stringify({ name: 'shops', domain: 'example.com' });
  expect(await generated(plugin({}), 'edit', { 'reeve.json': project })).toHaveProperty(['boards.md'], '# shops\n\n');

  const { acme } = (await import(place('acme.ts'))) as { acme: Cli };
  const run = async (...words: string[]): Promise<string> => {
    const terminal = testTerminal();
    expect(await acme.run(words, { terminal })).toBe(0);
    return terminal.printed.out;
  };
  expect(await run('deploy', '--to', 'production')).toBe('rolled out to production\n');
  expect(await run('boards')).toBe('boards.md\n');
  expect(await run('--help')).toContain('Operators of Acme.');
});
