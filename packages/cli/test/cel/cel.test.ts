import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { Folder, reeve } from '../executable.ts';
import { hasPseudoTerminal, startInTerminal } from '../terminal/pseudo-terminal.ts';
import { testTerminal } from '../test-terminal.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const crd = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gateways.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Gateway', plural: 'gateways' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer', default: 2 },
                  ports: {
                    type: 'array',
                    items: { type: 'object', properties: { number: { type: 'integer' }, name: { type: 'string' } } },
                  },
                  hosts: { type: 'array', maxItems: 8, items: { type: 'string', maxLength: 64 } },
                  limits: { type: 'object', additionalProperties: { type: 'string', maxLength: 10 } },
                },
              },
            },
          },
        },
      },
      { name: 'v1beta1', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
});

const gateway = `apiVersion: example.com/v1
kind: Gateway
metadata: { name: main }
spec:
  ports: [{ number: 443, name: https }, { number: 80, name: http }]
  hosts: [example.com]
  limits: { cpu: 500m }
`;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `reeve cel …` in this process, in a folder with the definition and the object. */
async function cel(words: readonly string[], stdin = ''): Promise<Ran> {
  using folder = new Folder({ 'crd.json': crd, 'gateway.yaml': gateway, 'old.yaml': gateway.replace('443', '8443') });
  const terminal = testTerminal({ folder: folder.path, stdin });
  const code = await runCli(['cel', ...words], { terminal });
  return { code, ...terminal.printed };
}

const atSpec = ['--crd', 'crd.json', '--path', 'spec'];

describe('reeve cel prints the type, the value, the cost and the estimate', () => {
  test('of an expression without variables', async () => {
    expect(await cel(["quantity('1Gi').isGreaterThan(quantity('1G'))"])).toEqual({
      code: 0,
      out: 'type:      bool\nvalue:     true\ncost:      3\nestimate:  3\n',
      err: '',
    });
  });

  test('of one about an object, whose fields nothing declares', async () => {
    const { code, out } = await cel(['self.spec.ports.map(p, p.number)', '--self', 'gateway.yaml']);
    expect(code).toBe(0);
    expect(out).toMatch(/^type: +list\(dyn\)\nvalue: +\[443, 80\]\ncost: +\d+\nestimate: +from \d+, without an end/);
  });

  test('of one about an object of a definition, which has its defaults; and what it costs as a rule', async () => {
    const { code, out, err } = await cel(['self.hosts.size() < self.replicas', ...atSpec, '--self', 'gateway.yaml']);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'type:      bool\nvalue:     true\ncost:      6\nestimate:  6\nas a rule: 6 of 10,000,000\n',
      err: '',
    });
  });

  test('of one about a part of it', async () => {
    const port = await cel(['self.number', '--crd', 'crd.json', '--path', 'spec.ports[1]', '--self', 'gateway.yaml']);
    expect(port.out).toContain('type:      int\nvalue:     80\n');
    const limit = await cel(['self', '--crd', 'crd.json', '--path', ".spec.limits['cpu']", '--self', 'gateway.yaml']);
    expect(limit.out).toContain('type:      string\nvalue:     "500m"\n');
  });

  test('of one about an update', async () => {
    const words = ['self.ports[0] == oldSelf.ports[0]', ...atSpec, '--self', 'gateway.yaml', '--old', 'old.yaml'];
    expect((await cel(words)).out).toContain('value:     false\n');
    const optional = ['oldSelf.hasValue()', ...atSpec, '--self', 'gateway.yaml', '--optional-old-self'];
    expect((await cel(optional)).out).toContain('value:     false\n');
  });

  test('of one whose object comes from stdin, with integers beyond 2^53', async () => {
    const { out } = await cel(['self.a + 1', '--self', '-'], '{ "a": 9007199254740993 }');
    expect(out).toContain('value:     9007199254740994\n');
  });

  test('without a value where a variable has none', async () => {
    const { code, out, err } = await cel(['self.replicas > oldSelf.replicas', ...atSpec, '--self', 'gateway.yaml']);
    expect(code).toBe(0);
    expect(out).toBe('type:      bool\nestimate:  5\nas a rule: 5 of 10,000,000\n');
    expect(err).toContain('not evaluated: name the object before the update with --old FILE');
  });

  test('as JSON', async () => {
    const { out } = await cel(['self.hosts', ...atSpec, '--self', 'gateway.yaml', '-o', 'json']);
    expect(JSON.parse(out)).toEqual({
      type: 'list(string)',
      value: ['example.com'],
      cost: 2,
      estimate: { min: 2, max: 2 },
    });
    const unknown = JSON.parse((await cel(['self.a', '-o', 'json'])).out) as unknown;
    expect(unknown).toMatchObject({ type: 'dyn', missing: ['self'] });
  });

  const values: readonly (readonly [string, string, unknown])[] = [
    ["duration('90m')", 'duration("5400s")', '5400s'],
    ["timestamp('2024-01-02T03:04:05Z')", 'timestamp("2024-01-02T03:04:05Z")', '2024-01-02T03:04:05Z'],
    ["b'a\\x00'", 'b"a\\x00"', 'YQA='],
    ['3u', '3u', 3],
    ['1.0', '1.0', 1],
    ['optional.none()', 'optional.none()', null],
    ['optional.of([1])', 'optional.of([1])', [1]],
    ["{'a': 1, 'b': 2}", '{"a": 1, "b": 2}', { a: 1, b: 2 }],
    ['[null]', '[null]', [null]],
    ['type(1)', 'int', 'int'],
    ["quantity('1Gi')", 'quantity("1Gi")', '1Gi'],
    ["semver('1.2.3')", 'semver("1.2.3")', '1.2.3'],
  ];
  test.each(values)('of the value %s', async (expression, text, json) => {
    expect((await cel([expression])).out).toContain(`value:     ${text}\n`);
    expect(JSON.parse((await cel([expression, '-o', 'json'])).out)).toMatchObject({ value: json });
  });
});

describe('reeve cel ends with 1', () => {
  test('for an expression that does not compile, and shows the place', async () => {
    const { code, out, err } = await cel(['self.prots.all(p, p.number > 1)', ...atSpec]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain("error: the expression does not compile: undefined field 'prots' [REEVE_EXPRESSION]");
    expect(err).toContain('> 1 | self.prots.all(p, p.number > 1)\n    |     ^\n');
    expect(err).toContain('next: did you mean ports?');
  });

  test('for an evaluation that fails', async () => {
    const { code, err } = await cel(['self.spec.replicas / 0', '--self', '-'], '{ "spec": { "replicas": 1 } }');
    expect(code).toBe(1);
    expect(err).toContain('division by zero [REEVE_CEL_EVALUATION]');
  });

  test('for a rule that a server would refuse as too expensive, or as a comparison with nothing', async () => {
    const expensive = await cel(['self.ports.all(p, self.ports.exists(q, p.name.matches(q.name)))', ...atSpec]);
    expect(expensive.code).toBe(1);
    expect(expensive.out).toMatch(/estimated rule cost exceeds budget by factor of more than 100x/);
    expect(expensive.out).toContain('maxItems: 64 on spec.ports');
    const element = ['self == oldSelf', '--crd', 'crd.json', '--path', 'spec.hosts[]', '-o', 'json'];
    expect(JSON.parse((await cel(element)).out)).toMatchObject({
      rule: { problems: [expect.stringContaining('oldSelf cannot be used on the uncorrelatable portion')] },
    });
  });

  test('for a file that is no YAML, and shows the place', async () => {
    const { code, err } = await cel(['self', '--self', '-'], 'a: [1\nb: 2\n');
    expect(code).toBe(1);
    expect(err).toMatch(/stdin:\d:\d: it is no YAML/);
  });
});

describe('reeve cel ends with 2 on wrong use', () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [[], 'which expression?'],
    [['true', '--repl'], 'either an expression or --repl, not both'],
    [['--repl', '--self', '-'], '--repl reads expressions from stdin'],
    [['true', '--self', 'none.yaml'], '--self none.yaml: there is no such file'],
    [['true', '--kind', 'Gateway'], '--kind says which definition of a --crd FILE'],
    [['true', '--crd', 'gateway.yaml'], '--crd gateway.yaml has no definition'],
    [['true', '--crd', 'crd.json', '--kind', 'Route'], 'has no definition of Route: it has Gateway'],
    [['true', '--crd', 'crd.json', '--api-version', 'example.com/v2'], 'Gateway has no version v2: it has v1, v1beta1'],
    [['true', '--crd', 'crd.json', '--path', 'spec.prots'], '--path spec.prots: the schema does not describe it'],
    [['true', '--crd', 'crd.json', '--path', 'spec..ports'], '--path spec..ports is no path'],
    [['true', '--path', 'spec.none', '--self', 'gateway.yaml'], '--self gateway.yaml has nothing at the path'],
  ];
  test.each(wrong)('%j', async (words, problem) => {
    const { code, err } = await cel(words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) as unknown });
  });
});

describe('reeve cel --repl', { timeout: 30_000 }, () => {
  test('answers line by line, and goes on after what is wrong', async () => {
    const lines = 'self.replicas + 1\n\nself.prots\noldSelf.hosts\n';
    const { code, out, err } = await cel(['--repl', ...atSpec, '--self', 'gateway.yaml'], lines);
    expect(code).toBe(0);
    expect(out).toBe('3 int, cost 3\nlist(string) oldSelf has no value\n');
    expect(err).toContain("undefined field 'prots'");
  });

  test.runIf(hasPseudoTerminal)('asks at a terminal, knows the lines before, and ends at Ctrl-D', async () => {
    using folder = new Folder({ 'gateway.yaml': gateway });
    await using running = startInTerminal(['cel', '--repl', '--self', 'gateway.yaml'], folder, { NO_COLOR: '1' });
    await running.shows('CEL: self can be used; Ctrl-D ends.');
    await running.shows('cel> ');
    running.type('self.spec.hosts.size() + 41\r');
    await running.shows('42 int');
    running.type('\u001B[A + 1\r'); // the line before, and more
    await running.shows('43 int');
    running.type('\u0004');
    expect(await running.ended).toBe(0);
  });
});

test('reeve cel takes the definition from a program', { timeout: 30_000 }, async () => {
  using folder = new Folder({ 'website.ts': websiteProgram, 'text.ts': textModule });
  const ran = await reeve(
    ['cel', 'self.title.size() >= self.replicas', '--crd', 'website.ts', '--path', 'spec'],
    folder,
  );
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('type:      bool\n') as unknown });
});

test('what docs/cli.md shows of reeve cel is what it prints', { timeout: 30_000 }, async () => {
  const read = (page: string): string => readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...read('cli.md').matchAll(/^```\n\$ reeve cel "(.*?)" (.*?)\n(.*?)^```$/gmsu)];
  const [, program = ''] =
    /^```ts\n(.*?export const Machine.*?)^```$/msu.exec(read('crds.md').split('## Rules')[1] ?? '') ?? [];
  const machine = 'metadata: { name: a }\nspec: { max: 3, volumes: [{ name: data, size: 2 }] }\n';
  using folder = new Folder({ 'machine.ts': program, 'machine.yaml': machine });
  expect(blocks).toHaveLength(2);
  for (const [, expression = '', flags = '', shown] of blocks) {
    const { out, err } = await reeve(['cel', expression, ...flags.split(' ')], folder);
    expect(out + err).toBe(shown);
  }
});
