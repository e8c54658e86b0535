/**
 * How Node loads a user's program: its files, and those they import, are resolved as TypeScript means them and loaded without their types. The same functions serve Node's
 * hooks in a thread of their own and those in this one. An edge: it reads files.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { withoutTypes } from './syntax-problem.ts';
import { fileFor, isSource, versionedUrl, versionOf } from './user-module.ts';

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

interface Loaded {
  readonly format: 'module';
  readonly source: string;
  readonly shortCircuit: true;
}

/** Told of every file of a program that is loaded. */
let tell: (path: string) => void = () => {};

/** Called in the thread of the hooks. */
export function initialize({ port }: { readonly port: MessagePort }): void {
  tell = (path) => port.postMessage(path);
}

/** The same for hooks in this thread. */
export function tellTo(listener: (path: string) => void): void {
  tell = listener;
}

/** Where a module of a program is. What else is asked for goes its usual way. */
export function resolve<Answer>(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => Answer,
): Answer | { readonly url: string; readonly format: 'module'; readonly shortCircuit: true } {
  if (versionOf(specifier) !== undefined) return { url: specifier, format: 'module', shortCircuit: true };
  const { parentURL } = context;
  const version = versionOf(parentURL);
  if (version === undefined || parentURL === undefined) return next(specifier, context);
  const file = fileFor(specifier, parentURL, isFile);
  if (file !== undefined && isSource(file)) {
    return { url: versionedUrl(file, version), format: 'module', shortCircuit: true };
  }
  return next(specifier, isOwnToBring(specifier, parentURL) ? { ...context, parentURL: import.meta.url } : context);
}

/** The text of a module of a program. */
export function load<Answer>(
  url: string,
  context: object,
  next: (url: string, context: object) => Answer,
): Answer | Loaded {
  if (versionOf(url) === undefined) return next(url, context);
  const path = fileURLToPath(url);
  tell(path);
  return { format: 'module', source: withoutTypes(readFileSync(path, 'utf8'), path), shortCircuit: true };
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** A file alone in a folder, without anything installed, gets reeve and zod from this installation. */
function isOwnToBring(specifier: string, parent: string): boolean {
  if (!/^(reeve|zod|@reeve\/[^/]+)(\/|$)/.test(specifier)) return false;
  try {
    createRequire(parent).resolve(specifier);
    return false;
  } catch {
    return true;
  }
}
