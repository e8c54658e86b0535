/**
 * kubebuilder's protocol for executables: one JSON request on stdin, one JSON answer on stdout, one process per question. What an answer says is checked as if a stranger
 * had written it.
 * Upstream: kubebuilder pkg/plugin/external.
 */
import { isJsonObject } from '@reeve/machinery';
import type { FlagDeclaration } from '../plugin/declarations.ts';
import { PluginError } from '../problem/problems.ts';
import { pathProblem } from '../tree/project-path.ts';

/** The version of the protocol. */
export const externalVersion = 'v1alpha1';

/** The commands that executables take part in, with the word that their questions have. */
export const externalCommands: Readonly<Record<string, string>> = {
  init: '--init',
  'create api': '--api',
  'create webhook': '--webhook',
  edit: '--edit',
};

/** A request. */
export interface ExternalRequest {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly universe: Readonly<Record<string, string>>;
  readonly pluginChain?: readonly string[];
  readonly config?: object;
}

/** An answer that was checked. */
export interface ExternalAnswer {
  readonly universe: Readonly<Record<string, string>>;
  /** Undefined when the executable does not say which flags it has: it takes any. */
  readonly flags: readonly FlagDeclaration[] | undefined;
}

/** What a process did. */
export interface ExternalResult {
  /** The exit code; undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  /** The end of what it said. */
  readonly stderr: string;
}

/** Reads the answer to a request. Whatever is wrong with it is an error that names the plugin. */
export function readAnswer(plugin: string, { code, signal, stdout, stderr }: ExternalResult): ExternalAnswer {
  const said = stderr.trim() === '' ? '' : `: ${stderr.trim()}`;
  if (signal !== undefined) throw new PluginError(plugin, `was ended by ${signal}, and nothing was written${said}`);
  if (code !== 0) throw new PluginError(plugin, `failed with exit code ${code}, and nothing was written${said}`);
  const answer = objectIn(stdout);
  if (answer === undefined)
    throw new PluginError(plugin, `answered no JSON object, and nothing was written${said}`, {
      next: `see what it prints: it speaks ${externalVersion} on stdout, and nothing else`,
    });
  if (answer['error'] === true) {
    const texts = Array.isArray(answer['errorMsgs'])
      ? answer['errorMsgs'].filter((text) => typeof text === 'string')
      : [];
    throw new PluginError(
      plugin,
      `failed, and nothing was written: ${texts.join('; ') || stderr.trim() || 'it does not say why'}`,
    );
  }
  return { universe: universeOf(plugin, answer['universe']), flags: flagsOf(plugin, answer['flags']) };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function universeOf(plugin: string, value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value))
    throw new PluginError(plugin, 'answered a universe that is no object, and nothing was written');
  const files: [string, string][] = [];
  for (const [path, text] of Object.entries(value)) {
    const problem = pathProblem(path) ?? (typeof text === 'string' ? undefined : 'has no text');
    if (problem !== undefined)
      throw new PluginError(
        plugin,
        `names the path ${JSON.stringify(path)}, which ${problem}: nothing of its answer was written`,
      );
    files.push([path, text as string]); // looked at above
  }
  return Object.fromEntries(files);
}

/** Flags that the host has itself. */
const hostFlags = new Set(['group', 'version', 'kind', 'help']);

function flagsOf(plugin: string, value: unknown): readonly FlagDeclaration[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new PluginError(plugin, 'answered flags that are no list');
  return value.flatMap((flag): FlagDeclaration[] => {
    const name: unknown = isJsonObject(flag) ? flag['Name'] : undefined;
    if (!isJsonObject(flag) || typeof name !== 'string' || !/^[A-Za-z0-9][\w.-]*$/.test(name))
      throw new PluginError(plugin, `answered a flag that has no name: ${JSON.stringify(flag)}`);
    if (hostFlags.has(name)) return [];
    const type =
      { '"bool"': '', '"int"': ' <integer>', '"float"': ' <number>' }[JSON.stringify(flag['Type'])] ?? ' <text>';
    const usage = typeof flag['Usage'] === 'string' ? flag['Usage'] : '';
    const preset = typeof flag['Default'] === 'string' && flag['Default'] !== '' ? { preset: flag['Default'] } : {};
    return [{ syntax: `--${name}${type}`, summary: usage, ...preset }];
  });
}

/** The words of a command line as executables get them: flags with their values, without `--plugins`. */
export function externalArgs(words: readonly string[]): readonly string[] {
  const args: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('--')) continue;
    const next = words[at + 1];
    const value = next === undefined || next.startsWith('--') ? [] : [next];
    if (word !== '--plugins' && !word.startsWith('--plugins=')) args.push(word, ...value);
    at += value.length;
  }
  return args;
}
