/**
 * The guides for people who come from elsewhere: their programs run and print what they should, and what their tables name exists.
 */
import { readFileSync } from 'node:fs';
import * as cache from '@reeve/cache';
import * as client from '@reeve/client';
import * as machinery from '@reeve/machinery';
import * as queue from '@reeve/queue';
import * as runtime from '@reeve/runtime';
import * as reeve from 'reeve';
import * as testing from 'reeve/testing';
import { describe, expect, test, vi } from 'vitest';
import { root } from '../setup/paths.mjs';
import { writeDocPrograms } from './doc-page.ts';

const printed: Readonly<Record<string, readonly string[]>> = {
  'controller-runtime': ['blog is green, owned by Website'],
  'client-go': ['default/settings is green'],
  'client-node': ['ADDED settings', 'there is none', 'green'],
  'lasso-wrangler': ['dns is being removed', 'and gone'],
  kopf: ['ADDED hello', 'MODIFIED good day', '0 rooms are left'],
  'java-operator-sdk': ['ADDED token: ', 'MODIFIED token: abc'],
};

const transport = { request: () => Promise.reject(new Error('not used')) };
/** Values by which the tables call what they have, and what these values are. */
const members: Readonly<Record<string, object>> = {
  client: new client.Client({ transport }),
  factory: cache.InformerFactory.prototype,
  informer: cache.SharedIndexInformer.prototype,
  lister: cache.Lister.prototype,
  manager: new runtime.Manager({ transport }),
  queue: queue.WorkQueue.prototype,
  steps: runtime.Steps.prototype,
  config: client.KubeConfig.prototype,
  cluster: client.Cluster.prototype,
};
const exported = new Set(
  [cache, client, machinery, queue, runtime, reeve, testing].flatMap((module) => Object.keys(module)),
);

for (const [name, lines] of Object.entries(printed)) {
  const page = `docs/coming-from-${name}.md`;

  describe(page, () => {
    test('has a program that runs, and prints what it should', { timeout: 60_000 }, async () => {
      const { folder, files } = writeDocPrograms(page);
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      try {
        await import(`${folder}/${files[0]}`);
        expect(log.mock.calls.map((parts) => parts.join(' '))).toEqual(lines);
      } finally {
        log.mockRestore();
      }
    });

    const rows = tableOf(page);

    test('has a table of twenty rows and more', () => {
      expect(rows.length).toBeGreaterThanOrEqual(20);
    });

    for (const { theirs, ours } of rows)
      test(`tells of ${theirs} what exists`, () => {
        expect(missingNames(ours)).toEqual([]);
      });
  });
}

test(
  'docs/coming-from-client-node.md has a script that lists, follows, reads logs and runs commands',
  { timeout: 60_000 },
  async () => {
    const { folder, files } = writeDocPrograms('docs/coming-from-client-node.md');
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      await import(`${folder}/${files.find((file) => file.endsWith('/list.ts')) ?? ''}`);
      expect(log.mock.calls.map((parts) => parts.join(' '))).toEqual([
        'a page of 2 pods',
        'a page of 1 pods',
        'the informer holds events: true',
        'the log has lines: true',
        'hi, exit code 3',
      ]);
    } finally {
      log.mockRestore();
    }
  },
);

/** The rows of the page's table. */
function tableOf(page: string): { readonly theirs: string; readonly ours: string }[] {
  const rows = [...readFileSync(`${root}/${page}`, 'utf8').matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)];
  return rows.slice(2).map(([, theirs = '', ours = '']) => ({ theirs, ours }));
}

/** What a cell calls that is neither exported by a package nor a member of what it is called on. */
function missingNames(cell: string): string[] {
  const code = [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).join(' ; ');
  const called = [...code.matchAll(/(?<![\w.'-])([A-Za-z]\w*)\.(\w+)/g)];
  const wrong = called.filter(([, on = '', member = '']) => on in members && !(member in (members[on] ?? {})));
  const made = [...code.matchAll(/\bnew (\w+)|(?<![\w.'-])([a-z]+[A-Z]\w*)\(/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  return [...wrong.map(([text]) => text), ...made.filter((text) => !exported.has(text))];
}
