import { readFileSync } from 'node:fs';
import { ApiServer } from '@reeve/apiserver';
import * as machinery from '@reeve/machinery';
import * as core from '@reeve/kinds/core/v1';
import * as library from '@reeve/client';
import { Client, KubeConfig, connect } from '@reeve/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

/** Runs a block: its imports come from `modules`, `client` and `console` from the test. */
async function run(code: string, modules: Readonly<Record<string, unknown>>, client: Client): Promise<string[]> {
  const printed: string[] = [];
  const body = code.replaceAll(
    /^import (\{[^}]*\}) from '([^']+)';$/gm,
    (_line, names, from) => `const ${names} = modules[${JSON.stringify(from)}];`,
  );
  const program = new AsyncFunction(
    'modules',
    'client',
    'console',
    body.replace(/^const client = .*$/m, 'client = Client.of(cluster);'),
  );
  await program(modules, client, { log: (...parts: unknown[]) => printed.push(parts.join(' ')) });
  return printed;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

describe('the recipes of the README', () => {
  let server: ApiServer;
  let cluster: ReturnType<typeof connect>;
  let client: Client;

  beforeAll(async () => {
    server = await ApiServer.start({ port: 0 });
    cluster = connect((await KubeConfig.parse(server.kubeconfig())).connection());
    client = Client.of(cluster);
  });

  afterAll(async () => {
    await cluster.close();
    await server.stop();
  });

  const modules = () => ({
    '@reeve/client': { ...library, loadConfig: async () => (await KubeConfig.parse(server.kubeconfig())).connection() },
    '@reeve/machinery': machinery,
    '@reeve/kinds/core/v1': core,
  });

  test('are six, the first of which connects', () => {
    expect(blocks).toHaveLength(6);
  });

  const printed: readonly (readonly unknown[])[] = [
    [],
    [],
    [expect.stringMatching(/^\d before, now ADDED fresh$/)],
    [],
    ['created'],
    [],
  ];

  for (const [at, code] of blocks.entries()) {
    test(`number ${at} runs and prints what it says`, async () => {
      expect(await run(code, modules(), client)).toEqual(printed[at]);
    });
  }

  test('leave behind what they say', async () => {
    expect(await client.get(core.ConfigMap, 'default/settings')).toMatchObject({ data: { color: 'green' } });
    expect(await client.get(await client.kind('deploy'), 'default/blog')).toMatchObject({ spec: { replicas: 3 } });
    expect(await client.get(core.Namespace, 'team-a')).toMatchObject({ metadata: { labels: { team: 'a' } } });
  });
});
