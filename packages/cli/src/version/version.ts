/**
 * Prints the version of reeve and of Node, and that of the server unless none should be asked.
 */
import { stringifyJson } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { version } from './package-version.ts';

/** Runs `reeve version`. */
export async function run(context: CommandContext): Promise<void> {
  const versions: Record<string, string> = { reeve: version, node: process.versions.node };
  if (!context.flags.has('client')) versions['server'] = await serverVersion(context);
  const output = context.flags.text('output');
  if (output === undefined) {
    for (const [name, value] of Object.entries(versions)) context.print(`${name} ${value}`);
  } else if (output === 'json') context.print(stringifyJson(versions, { indent: 2 }));
  else context.terminal.stdout.write((await import('yaml')).stringify(versions));
}

async function serverVersion(context: CommandContext): Promise<string> {
  const { client } = await context.cluster();
  const { gitVersion } = await client.serverVersion({ signal: context.signal });
  return gitVersion;
}
