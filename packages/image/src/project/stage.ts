/**
 * Installs what a lockfile says into a temporary folder, without development dependencies and without running any script of a package.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { ImageError } from '../image-error.ts';
import type { Machine } from '../machine/machine.ts';
import type { Platform } from '../oci/manifest.ts';

/** What is installed, and for which machine. */
export interface StageOptions {
  /** The project's folder, with package.json and package-lock.json. */
  readonly project: string;
  /** The folder to install into. */
  readonly target: string;
  /** The platform whose packages are chosen; that of this machine unless given. */
  readonly platform: Platform | undefined;
  readonly libc: 'glibc' | 'musl';
  readonly signal: AbortSignal | undefined;
}

const cpuNames: Readonly<Record<string, string>> = { amd64: 'x64', 386: 'ia32' };

/** Runs `npm ci` in the target, which has a copy of the project's package.json and lockfile. */
export async function installInto(machine: Machine, options: StageOptions): Promise<void> {
  const { project, target, platform, libc, signal } = options;
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    const text = await machine.files.read(join(project, name));
    if (text !== undefined)
      await machine.files.write(join(target, name), name === '.npmrc' ? text : withAbsoluteFiles(text, project));
  }
  const forPlatform =
    platform === undefined
      ? []
      : [`--os=${platform.os}`, `--cpu=${cpuNames[platform.architecture] ?? platform.architecture}`, `--libc=${libc}`];
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...forPlatform,
  ];
  const result = await machine.run({ command: 'npm', args, folder: target, signal }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ImageError('REEVE_IMAGE_PROJECT', 'npm cannot be started', {
      cause,
      next: 'install npm, which comes with Node',
    });
  });
  if (result.exitCode !== 0)
    throw new ImageError(
      'REEVE_IMAGE_PROJECT',
      `npm ${args.join(' ')} ended with ${result.exitCode}:\n${result.stderr.trim()}`,
      {
        next: `run npm install in ${project}, so that package-lock.json fits package.json`,
      },
    );
}

/** Packages of files beside the project (`file:../x.tgz`) are found from any folder. */
function withAbsoluteFiles(text: string, project: string): string {
  return JSON.stringify(
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith('file:')) return value;
      const path = value.slice('file:'.length);
      return isAbsolute(path) ? value : `file:${resolve(project, path)}`;
    }),
  );
}
