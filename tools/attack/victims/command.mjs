/**
 * The commands as a process to attack, with a server of its own: it runs command lines on files and objects that it is given, and says what they printed. Text can also go to the readers alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { nodeFiles, runCli } from '@reeve/cli';
import { Client, KubeConfig } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { parseJson } from '@reeve/machinery';
import { answering, errorText } from './answering.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reeve-attack-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const server = await ApiServer.start({ port: 0, isPlain: true });
const client = new Client({ transport: server.transport });
writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig());

/** @type {Readonly<Record<string, (question: { [key: string]: any }) => Promise<object>>>} */
const tasks = {
  kubeconfig: async ({ text }) => {
    const config = await KubeConfig.parse(text);
    config.connection();
    return {};
  },
  json: async ({ text }) => {
    parseJson(text);
    return {};
  },
  apply: async ({ text }) => {
    writeFileSync(join(folder, 'manifest.yaml'), text);
    return await run(['apply', '-f', join(folder, 'manifest.yaml')]);
  },
  show: async ({ object, words }) => {
    await client.delete(ConfigMap, 'default/shown').catch(() => undefined);
    await client.create(ConfigMap, object);
    return await run(words);
  },
};

answering(async ({ task, ...question }) => {
  try {
    return (await tasks[task]?.(question)) ?? {};
  } catch (error) {
    return { error: errorText(error) };
  }
});
process.send?.({});

/** Runs a command line as on a terminal. @param {readonly string[]} words */
async function run(words) {
  const printed = { out: '', err: '' };
  const output = (/** @type {'out' | 'err'} */ name) => ({
    write: (/** @type {string} */ text) => void (printed[name] += text),
    isTty: true,
    columns: 120,
  });
  const variables = { NO_COLOR: '1', HOME: folder };
  const code = await runCli([...words, '--kubeconfig', join(folder, 'kubeconfig')], {
    terminal: {
      stdout: output('out'),
      stderr: output('err'),
      stdin: { isTty: false, text: async () => '', async *lines() {} },
      variables,
      folder,
      files: nodeFiles,
      signals: { on: () => undefined, off: () => undefined, exit: () => undefined },
      environment: {
        variables,
        home: folder,
        pathDelimiter: delimiter,
        files: {
          read: (path) => nodeFiles.read(path),
          replace: (path, text) => nodeFiles.write(path, text, { isPrivate: true }),
          createLock: (path) => nodeFiles.create(path),
          remove: (path) => nodeFiles.remove(path),
        },
      },
    },
  });
  return { code, ...printed };
}
