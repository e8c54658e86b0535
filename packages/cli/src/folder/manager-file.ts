/**
 * Where `reeve why` finds the manager of a folder: `.reeve/manager.json` has the address of its debug server and the token for it, for its owner only. Whoever wrote it removes it,
 * and nobody else.
 */
import { join } from 'node:path';
import type { Result } from '@reeve/client';
import { isJsonObject, parseJson } from '@reeve/machinery';
import { isLoopback } from '@reeve/runtime';
import type { DebugServerOptions, Manager } from '@reeve/runtime';
import type { CommandContext } from '../command/command-context.ts';
import type { Flags } from '../command/flags.ts';
import { ownFolder } from './own-folder.ts';

/** A debug server: `http://127.0.0.1:PORT`, and its token. */
export interface DebugAddress {
  readonly debug: string;
  readonly token: string;
}

/** Who may ask a debug server, as the flags say. */
export const debugAccess = (flags: Flags): Pick<DebugServerOptions, 'token' | 'heap'> => {
  const token = flags.text('debug-token');
  return { heap: flags.has('debug-heap'), ...(token !== undefined && { token }) };
};

/** The manager that this folder names. Undefined when it names none, or one that is not on this machine. */
export async function managerIn({ folder, files }: CommandContext['terminal']): Promise<DebugAddress | undefined> {
  const text = await files.read(fileIn(folder));
  return text === undefined ? undefined : addressIn(text);
}

/** Names a manager that runs, until it is disposed of. Another one that answers stays, and how to ask this one is told. */
export async function nameManager(
  context: Pick<CommandContext, 'terminal' | 'host' | 'signal'>,
  { servers }: Manager,
  tell: (message: string) => void,
): Promise<AsyncDisposable> {
  const { terminal } = context;
  const { debug, debugToken: token = '' } = servers;
  const address = { debug: debug?.url ?? '', token };
  const other = await managerIn(terminal).catch(() => undefined); // what cannot be read is no reason to end
  const advice = `reeve why --address ${address.debug} asks this one, with the REEVE_DEBUG_TOKEN that both are started with`;
  if (other !== undefined && (await askManager(other, 'debug/controllers', context)).error() === undefined) {
    tell(`another manager runs in this folder, and reeve why asks that one (${other.debug}): ${advice}`);
    return { [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const text = `${JSON.stringify(address)}\n`;
  try {
    await ownFolder(terminal);
    await terminal.files.write(fileIn(terminal.folder), text, { isPrivate: true });
  } catch (error) {
    tell(
      `${fileIn(terminal.folder)} cannot be written (${error instanceof Error ? error.message : String(error)}): ${advice}`,
    );
  }
  return {
    async [Symbol.asyncDispose]() {
      const now = await terminal.files.read(fileIn(terminal.folder)).catch(() => undefined);
      if (now === text) await terminal.files.remove(fileIn(terminal.folder));
    },
  };
}

/** Asks a debug server. */
export async function askManager(
  { debug, token }: DebugAddress,
  path: string,
  { host, signal }: Pick<CommandContext, 'host' | 'signal'>,
): Promise<Result> {
  const { RestClient, socketTransport } = await import('@reeve/client');
  await using transport = socketTransport({ clock: host.clock, server: debug });
  const request = new RestClient({ transport, host, timeoutMs: 10_000 }).get().absPath(...path.split('/'));
  return await request.setHeader('authorization', `Bearer ${token}`).do({ signal });
}

/** Visible characters of ASCII. */
const isHeaderText = /^[!-~]+$/;

const fileIn = (folder: string): string => join(folder, '.reeve', 'manager.json');

function addressIn(text: string): DebugAddress | undefined {
  const value = parsed(text);
  if (!isJsonObject(value)) return undefined;
  const { debug, token } = value;
  if (typeof debug !== 'string' || typeof token !== 'string' || !isHeaderText.test(token) || !URL.canParse(debug))
    return undefined;
  const { protocol, host } = new URL(debug);
  return protocol === 'http:' && isLoopback(host) ? { debug: `http://${host}`, token } : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
