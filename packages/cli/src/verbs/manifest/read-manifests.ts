/**
 * Objects from files, folders and stdin, all read and judged before the first is used: one mistake, and nothing happens. Upstream: cli-runtime's visitors.
 */
import { isAbsolute, join } from 'node:path';
import type { KubeObject } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { codeFrame } from '../../program/code-frame.ts';
import { ManifestError } from './manifest-error.ts';

/** An object and where it stands. */
export interface Manifest {
  readonly object: KubeObject;
  /** The file, and the line where the document begins. */
  readonly place: string;
}

const endings = /\.(json|ya?ml)$/;

/** The objects of all `-f`, in order; lists give their items. */
export async function readManifests(context: CommandContext): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const name of context.flags.all('filename'))
    for (const { file, text } of await textsOf(context, name)) manifests.push(...(await manifestsIn(file, text)));
  if (manifests.length === 0) throw new ManifestError('the files have no objects');
  return manifests;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

async function textsOf(context: CommandContext, name: string): Promise<Source[]> {
  const { terminal, flags } = context;
  if (name === '-') return [{ file: 'stdin', text: await terminal.stdin.text() }];
  const path = isAbsolute(name) ? name : join(terminal.folder, name);
  const entries = await terminal.files.list(path);
  if (entries !== undefined) return textsInFolder(context, path, flags.has('recursive'));
  const text = await terminal.files.read(path);
  if (text === undefined) throw new ManifestError(`the path "${name}" does not exist`);
  return [{ file: name, text }];
}

/** The manifests of a folder by name; folders in it only when they are asked for. */
async function textsInFolder(context: CommandContext, folder: string, isDeep: boolean): Promise<Source[]> {
  const { files } = context.terminal;
  const sources: Source[] = [];
  for (const { name, isFolder } of (await files.list(folder)) ?? []) {
    const path = join(folder, name);
    if (isFolder && isDeep) sources.push(...(await textsInFolder(context, path, isDeep)));
    if (isFolder || !endings.test(name)) continue;
    sources.push({ file: path, text: (await files.read(path)) ?? '' });
  }
  return sources;
}

async function manifestsIn(file: string, text: string): Promise<Manifest[]> {
  const { ManifestTextError, parseManifests } = await import('@reeve/client');
  try {
    const manifests = await parseManifests(text, { file });
    return manifests.map(({ object, line }) => ({ object, place: `${file}:${line}` }));
  } catch (error) {
    if (!(error instanceof ManifestTextError)) throw error;
    throw new ManifestError(error.message, codeFrame(text, error));
  }
}
