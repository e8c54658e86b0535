/**
 * Runs `reeve image`: builds an image of the program and pushes it, or writes a Dockerfile.
 */
import { relative, resolve } from 'node:path';
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
import { UsageError } from '../error/usage-error.ts';
import { make } from '../scaffold/make.ts';
import { programFile } from '../source/program-file.ts';

/** Runs `reeve image [FILE]`. */
export async function run(context: CommandContext): Promise<void> {
  const { args, flags, terminal } = context;
  const [given] = args;
  const file = given === undefined ? undefined : relative(terminal.folder, await programFile(given, terminal));
  if (file?.startsWith('..')) throw new UsageError(`${given} is not in ${terminal.folder}, which the image is made of`);
  const builds = flags.text('oci') !== undefined || flags.text('push') !== undefined;
  await (builds ? build : writeDockerfile)(context, {
    base: flags.text('base') ?? context.project.file?.image?.base,
    node: flags.text('node') ?? context.project.file?.image?.node ?? 'node',
    user: flags.integer('user', { least: 1, most: 2_147_483_647 }) ?? context.project.file?.image?.user ?? 65532,
    command: file === undefined ? [] : ['run', file],
  });
}

/** What the flags say, else reeve.json. */
interface Settings {
  readonly base: string | undefined;
  readonly node: string;
  readonly user: number;
  readonly command: readonly string[];
}

async function build(context: CommandContext, { base, node, user, command }: Settings): Promise<void> {
  const { flags, terminal, host, signal, say } = context;
  if (base === undefined)
    throw new UsageError(
      'which image is it built on? --base HOST/NAME:TAG, or --base oci:FOLDER, or image.base in reeve.json',
    );
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
    node,
    user,
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

async function writeDockerfile(context: CommandContext, settings: Settings): Promise<void> {
  const { flags, terminal, project, print } = context;
  const text = dockerfile({ ...settings, base: settings.base ?? 'node:24-slim' });
  if (flags.has('print')) return print(text.trimEnd());
  await make(context, {
    command: 'image',
    folder: terminal.folder,
    project: project.file,
    plugins: await project.plugins(),
    steps: [
      {
        by: 'reeve',
        generator: 'image',
        generate(tree) {
          tree.write('Dockerfile', text);
          tree.write('.dockerignore', dockerignore);
        },
      },
    ],
    next: ['docker build -t IMAGE .   (podman and buildah take the same)'],
  });
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
