/**
 * Writes the folder that stands for envtest's binaries, and prints it. Each program is a bit of shell that becomes Node, so that signals and exit codes are the server's own.
 * What is there and right is left alone: a suite may be starting it at this moment.
 */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { CommandContext } from '../command/command-context.ts';
import type { Terminal } from '../terminal/terminal.ts';

const programs = ['kube-apiserver', 'etcd'];

/** Runs `reeve assets`. */
export async function run({ flags, terminal, print, say }: CommandContext): Promise<void> {
  const folder = resolve(terminal.folder, flags.text('dir') ?? join('.reeve', 'assets'));
  const bundle = dirname(createRequire(import.meta.url).resolve('@reeve/apiserver'));
  for (const program of programs) {
    await writeProgram(join(folder, program), join(bundle, 'bin', `${program}.js`), folder, terminal);
  }
  const kubectl = await kubectlOn(terminal, folder);
  if (kubectl === undefined)
    say('there is no kubectl on the PATH; suites that call it beside the servers will miss it');
  else await terminal.files.link(join(folder, 'kubectl'), kubectl);
  print(folder);
}

async function writeProgram(path: string, script: string, folder: string, { files }: Terminal): Promise<void> {
  const certificates = `REEVE_CERTIFICATES=${quoted(join(folder, 'certificates'))}; export REEVE_CERTIFICATES`;
  const text = `#!/bin/sh\n${certificates}\nexec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`;
  if ((await files.read(path)) !== text) await files.write(path, text, { isProgram: true });
}

/** The first kubectl on the PATH that is not the one here. */
async function kubectlOn({ variables, environment, files }: Terminal, folder: string): Promise<string | undefined> {
  const places = (variables['PATH'] ?? '').split(environment.pathDelimiter);
  for (const place of places.filter((one) => one !== '' && one !== folder)) {
    const path = join(place, 'kubectl');
    if ((await files.real(path)) !== undefined) return path;
  }
  return undefined;
}

/** In single quotes, as the shell wants them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
