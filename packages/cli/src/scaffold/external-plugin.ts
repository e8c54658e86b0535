/**
 * Runs `reeve external-plugin`: one request of kubebuilder's on stdin, one answer on stdout.
 */
import { join } from 'node:path';
import { answerRequest } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import { version } from '../version/package-version.ts';
import { pluginRoot } from './external-plugins.ts';

/** Runs `reeve external-plugin`. */
export async function run({ flags, terminal, print, say, cli }: CommandContext): Promise<void> {
  if (!flags.has('install')) return print(JSON.stringify(await answerRequest(await terminal.stdin.text(), version)));
  const path = join(pluginRoot(terminal), 'reeve', 'v1', 'reeve');
  const [node, script = ''] = process.argv;
  await terminal.files.write(path, `#!/bin/sh\nexec ${quoted(node ?? 'node')} ${quoted(script)} external-plugin\n`, {
    isProgram: true,
  });
  print(path);
  say(`kubebuilder finds ${cli.name} now: kubebuilder init --plugins go/v4,reeve/v1`);
}

/** In single quotes, as the shell wants them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
