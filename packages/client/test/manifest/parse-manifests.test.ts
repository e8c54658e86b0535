import { parseManifests } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../transport/harness.ts';

const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

describe('parseManifests', () => {
  test('gives the objects of several documents, each with the line on which it begins', async () => {
    const text = `# two maps\n---\n${map('a')}---\n---\n# nothing\n---\n${map('b')}...\n`;
    const manifests = await parseManifests(text);
    expect(manifests.map(({ object, line }) => [object.metadata.name, line])).toEqual([
      ['a', 3],
      ['b', 10],
    ]);
    expect(manifests[0]?.object).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  });

  test('gives the items of a list, of YAML or JSON', async () => {
    const list = {
      apiVersion: 'v1',
      kind: 'List',
      items: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } })),
    };
    expect((await parseManifests(JSON.stringify(list))).map(({ object }) => object.metadata.name)).toEqual(['a', 'b']);
    const yaml = `apiVersion: v1\nkind: ConfigMapList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}\n`;
    expect(await parseManifests(yaml)).toHaveLength(1);
  });

  test('reads numbers, times, merge keys and words of YAML 1.1 as kubectl does', async () => {
    const text = `${map('a')}base: &base {one: 1}\ndata:\n  <<: *base\n  big: 9007199254740993\n  at: 2026-01-02T03:04:05Z\n  on: yes\n`;
    const [manifest] = await parseManifests(text);
    expect(manifest?.object['data']).toEqual({
      one: 1,
      big: 9007199254740993n,
      at: '2026-01-02T03:04:05Z',
      true: true,
    });
  });

  test('gives nothing for a text without objects', async () => {
    for (const text of ['', '\n', '# a comment\n', '---\n---\n']) expect(await parseManifests(text)).toEqual([]);
  });

  const deep = `${map('a')}data: ${'['.repeat(1000)}${']'.repeat(1000)}\n`;
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array<string>(9).fill(`*${'abcdefg'[at]}`).join()}]`),
  ].join('\n');
  test.each([
    ['no YAML', `${map('a')}data: {a: b\n`, /^site\.yaml:\d+:\d+: it is no YAML/],
    ['a tab', `${map('a')}data:\n\ta: b\n`, /^site\.yaml:5:1: it is no YAML/],
    ['a key twice', `${map('a')}data: {a: b, a: c}\n`, /^site\.yaml:4:14: a map has this key twice/],
    ['a text', 'hello\n', /^site\.yaml:1:1: it is no object/],
    ['no kind', 'apiVersion: v1\n', /^site\.yaml:1:1: an object has no kind/],
    ['no version', 'kind: Pod\n', /a Pod has no apiVersion/],
    ['no name', `---\n${map('a')}---\napiVersion: v1\nkind: Pod\n`, /^site\.yaml:6:1: a Pod has no name/],
    ['nesting without end', deep, /nested too deeply/],
    ['aliases that multiply', bomb, /aliases repeat too much/],
    ['an alias that leads nowhere', `${map('a')}data: *x\n`, /it is no YAML|lead nowhere/],
    ['JSON that is cut', '{"kind":"Pod"', /^site\.yaml:1:1: /],
    [
      'escape sequences',
      'apiVersion: v1\nkind: "\\e]0;PWN\\a"\n',
      /^site\.yaml:1:1: a \\u001b\]0;PWN\\u0007 has no name/,
    ],
  ])('refuses %s with its place', async (_what, text, message) => {
    const error = await failureOf(parseManifests(text, { file: 'site.yaml' }));
    expect(error).toMatchObject({ code: 'REEVE_MANIFEST_TEXT', file: 'site.yaml' });
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });

  test('reads a map of 20,000 keys without comparing each with all others', async () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `  k${at}: v`).join('\n');
    const [manifest] = await parseManifests(`${map('a')}data:\n${keys}\n`);
    expect(Object.keys(manifest?.object['data'] as object)).toHaveLength(20_000);
  });
});
