/**
 * Runs `reeve image`: builds an image of the program and pushes it, or writes a Dockerfile.
 */
import { join, relative, resolve } from 'node:path';
import {
  buildImage,
  dockerfile,
  dockerignore,
  formatPlatform,
  formatReference,
  nodeMachine,
  parsePlatform,
  parseReference,
  pushImage,
} from '@reeve/image';
import type { BuiltImage, ImageReference, Machine } from '@reeve/image';
import type { CommandContext } from '../command/command-context.ts';
import { CliError } from '../error/cli-error.ts';
import { UsageError } from '../error/usage-error.ts';
import { programFile } from '../source/program-file.ts';

/** Runs `reeve image [FILE]`. */
export async function run(context: CommandContext): Promise<void> {
  const { args, flags, terminal } = context;
  const [given] = args;
  const file = given === undefined ? undefined : relative(terminal.folder, await programFile(given, terminal));
  if (file?.startsWith('..')) throw new UsageError(`${given} is not in ${terminal.folder}, which the image is made of`);
  const command = file === undefined ? [] : ['run', file];
  const builds = flags.text('oci') !== undefined || flags.text('push') !== undefined;
  await (builds ? build(context, command) : writeDockerfile(context, command));
}

const userOf = ({ flags }: CommandContext): number => flags.integer('user', { least: 1, most: 2_147_483_647 }) ?? 65532;

async function build(context: CommandContext, command: readonly string[]): Promise<void> {
  const { flags, terminal, host, signal, say } = context;
  const base = flags.text('base');
  if (base === undefined)
    throw new UsageError('which image is it built on? --base HOST/NAME:TAG, or --base oci:FOLDER');
  const push = flags.text('push');
  const target = push === undefined ? undefined : parseReference(push); // before anything is built
  const caFile = flags.text('ca-file');
  const machine = nodeMachine(host, { caFile: caFile === undefined ? undefined : resolve(terminal.folder, caFile) });
  const folder = flags.text('oci') ?? '.reeve/image';
  const libc = flags.text('libc') === 'musl' ? 'musl' : 'glibc';
  const image = await buildImage(machine, {
    project: terminal.folder,
    layout: resolve(terminal.folder, folder),
    base: base.startsWith('oci:') ? `oci:${resolve(terminal.folder, base.slice('oci:'.length))}` : base,
    platforms: flags.all('platform').map(parsePlatform),
    node: flags.text('node'),
    user: userOf(context),
    libc,
    command,
    timeMs: sourceDate(terminal.variables['SOURCE_DATE_EPOCH']),
    labels: labelsOf(flags.all('label')),
    signal,
    onStep: (step) => say(`${step} …`),
  });
  for (const line of summaryOf(image, folder)) say(line);
  if (target !== undefined) await send(context, machine, image, { target, base });
  context.print(target === undefined ? image.digest : formatReference({ ...target, digest: image.digest }));
}

async function send(
  { signal, say }: CommandContext,
  machine: Machine,
  image: BuiltImage,
  { target, base }: { readonly target: ImageReference; readonly base: string },
): Promise<void> {
  say(`pushing to ${formatReference(target)} …`);
  const counts = { sent: 0, found: 0, mounted: 0, fetched: 0 };
  let bytes = 0;
  await pushImage(machine, image.layout, target, {
    mountFrom: base.startsWith('oci:') ? undefined : parseReference(base),
    signal,
    onBlob(blob, what) {
      counts[what] += 1;
      if (what === 'sent') bytes += blob.size;
    },
  });
  say(`sent ${counts.sent} blobs (${megabytes(bytes)}); ${counts.found + counts.mounted} were there already`);
}

function summaryOf({ platforms, base, files, withoutScript }: BuiltImage, folder: string): string[] {
  return [
    `built ${platforms.map(formatPlatform).join(' and ')} on ${base}, with ${files} files, in ${folder}`,
    ...(withoutScript.length === 0
      ? []
      : [`left out the install scripts of optional packages: ${withoutScript.join(', ')}`]),
  ];
}

async function writeDockerfile(context: CommandContext, command: readonly string[]): Promise<void> {
  const { flags, terminal, print, say } = context;
  const base = flags.text('base') ?? 'node:24-slim';
  const text = dockerfile({ base, node: flags.text('node') ?? 'node', user: userOf(context), command });
  if (flags.has('print')) return print(text.trimEnd());
  const wanted: readonly (readonly [string, string])[] = [
    ['Dockerfile', text],
    ['.dockerignore', dockerignore],
  ];
  const found = await Promise.all(wanted.map(([name]) => terminal.files.read(join(terminal.folder, name))));
  const inTheWay = wanted.filter(([, wants], index) => found[index] !== undefined && found[index] !== wants);
  if (inTheWay.length > 0 && !flags.has('force'))
    throw new CliError(
      'REEVE_FILE_EXISTS',
      `${inTheWay.map(([name]) => name).join(' and ')} exist and say something else`,
      {
        next: 'look at the difference: reeve image --print; or write over them: --force',
      },
    );
  for (const [index, [name, wants]] of wanted.entries()) {
    if (found[index] !== wants) await terminal.files.write(join(terminal.folder, name), wants);
    say(`${found[index] === wants ? 'unchanged' : 'wrote'} ${name}`);
  }
  say('build it: docker build -t IMAGE .   (podman and buildah take the same)');
}

/** The time of the sources in seconds, as reproducible builds name it. */
function sourceDate(seconds: string | undefined): number {
  if (seconds === undefined || seconds === '') return 0;
  const value = Number(seconds);
  if (!/^\d{1,11}$/.test(seconds)) throw new UsageError(`SOURCE_DATE_EPOCH=${seconds} is no number of seconds`);
  return value * 1000;
}

function labelsOf(given: readonly string[]): Record<string, string> {
  const pairs = given.map((label) => {
    const [name = '', ...value] = label.split('=');
    if (name === '' || value.length === 0) throw new UsageError(`--label ${label} is no NAME=VALUE`);
    return [name, value.join('=')] as const;
  });
  return Object.fromEntries(pairs);
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
