/**
 * Copies files to and from a container, by running `tar` in it. Bytes pass through as they come.
 * Upstream: kubectl cp.
 */
import type { TarHeader, TarPackController } from 'modern-tar';
import { checkLink, containerPath, partsBelow, refused, type ContainerPath } from './archive-path.ts';
import type { ByteChannel } from './byte-channel.ts';
import { CopyError } from './copy-error.ts';
import type { ExecSession } from './exec-session.ts';
import { checkExists, localEntries, type LocalEntry } from './local-files.ts';
import { LocalTarget } from './local-target.ts';
import { StreamError } from './stream-error.ts';

/** What to copy, and where to. */
export interface CopyOptions {
  /** The file or folder to copy. */
  readonly from: string;
  /** The path that the copy has. The folder that it is in must exist. */
  readonly to: string;
  /** Which container; the only one, or the default, unless given. */
  readonly container?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a command in the container. */
export type RunCommand = (command: readonly string[], stdin: boolean) => Promise<ExecSession>;

/** Copies a file or folder of this machine to a container. */
export async function copyTo(run: RunCommand, { from, to, signal }: CopyOptions): Promise<void> {
  const { folder, name } = containerPath('to', to);
  await checkExists(from);
  await abortable(signal, async () => {
    const entries = localEntries(from, `./${name}`);
    await using session = await run(['tar', 'xmf', '-', '-C', folder], true);
    const printed = Promise.all([beginningOf(session.stderr), beginningOf(session.stdout)]);
    const ended = session.exitCode();
    const sent = send(session, entries).then(
      () => undefined,
      (error: unknown) => error,
    );
    const problem = await Promise.race([sent, ended.then(nothing, nothing)]);
    if (problem !== undefined && !(problem instanceof StreamError)) throw localFailure(from, problem);
    checkExit(await ended, (await printed)[0], to);
    await session.close();
    const late = await sent;
    if (late !== undefined) throw new CopyError(`tar ended before it had read all of "${from}"`, { cause: late });
  });
}

/** Copies a file or folder of a container to this machine. */
export async function copyFrom(run: RunCommand, { from, to, signal }: CopyOptions): Promise<void> {
  const path = containerPath('from', from);
  await abortable(signal, async () => {
    await using target = await LocalTarget.open(to);
    await using session = await run(['tar', 'cf', '-', '-C', path.folder, `./${path.name}`], false);
    const printed = beginningOf(session.stderr);
    const source = new Source(session.stdout);
    const problem = await receive(source, path, target).then(nothing, (error: unknown) => error);
    if (problem instanceof CopyError || (problem !== undefined && !source.isAtEnd)) throw localFailure(to, problem);
    checkExit(await session.exitCode(), await printed, from);
    if (problem !== undefined) throw localFailure(to, problem);
    await target.finish().catch((error: unknown) => {
      throw localFailure(to, error);
    });
  });
}

/** The archive says itself where it ends: servers that cannot end the input alone do not matter, nor commands that have ended. */
async function send(session: ExecSession, entries: AsyncIterable<LocalEntry>): Promise<void> {
  const { createTarPacker } = await import('modern-tar');
  const { readable, controller } = createTarPacker();
  const packed = pack(controller, entries).catch((error: unknown) => controller.error(error));
  try {
    for await (const bytes of readable) await session.write(bytes);
  } finally {
    await packed;
  }
  await session.endInput().catch(nothing);
}

async function pack(controller: TarPackController, entries: AsyncIterable<LocalEntry>): Promise<void> {
  for await (const { header, content = [] } of entries) {
    const writer = controller.add(header).getWriter();
    for await (const bytes of content) await writer.write(bytes);
    await writer.close();
  }
  controller.finalize();
}

async function receive(source: Source, { name }: ContainerPath, target: LocalTarget): Promise<void> {
  const { createTarDecoder } = await import('modern-tar');
  let count = 0;
  for await (const { header, body } of ReadableStream.from(source).pipeThrough(createTarDecoder({ strict: true }))) {
    await write(name, header, body, target);
    count += 1;
  }
  if (count === 0) throw new Error('the archive is empty');
}

async function write(
  name: string,
  header: TarHeader,
  body: AsyncIterable<Uint8Array>,
  target: LocalTarget,
): Promise<void> {
  const { name: path, type, mode = 0o644, linkname = '' } = header;
  const parts = partsBelow(name, path);
  switch (type) {
    case 'directory':
      return target.folder(parts, mode);
    case 'file':
      return target.file(parts, mode, body);
    case 'link':
      return target.sameFile(parts, partsBelow(name, linkname));
    case 'symlink':
      checkLink(parts, path, linkname);
      return target.link(parts, linkname);
    default:
      throw refused(path, 'it is a device or a pipe');
  }
}

/** What a command prints, which knows whether all of it was read. */
class Source implements AsyncIterable<Uint8Array> {
  readonly #channel: ByteChannel;
  isAtEnd = false;

  constructor(channel: ByteChannel) {
    this.#channel = channel;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for await (const bytes of this.#channel) yield bytes;
    this.isAtEnd = true;
  }
}

/** The beginning of what is printed. The rest is read and dropped. */
async function beginningOf(channel: ByteChannel): Promise<string> {
  let text = '';
  try {
    for await (const bytes of channel) if (text.length < mostPrinted) text += Buffer.from(bytes).toString('utf8');
  } catch {
    // the exit code rejects with what broke the stream
  }
  return text.slice(0, mostPrinted).trim();
}

const mostPrinted = 500;

function checkExit(exitCode: number, printed: string, path: string): void {
  if (exitCode === 0) return;
  if (exitCode === 126 || exitCode === 127) {
    throw new CopyError('the container has no tar, which copying needs: add it to the image', { exitCode });
  }
  const what = /no such file/i.test(printed)
    ? `"${path}", or its folder, does not exist in the container`
    : 'tar failed';
  throw new CopyError(`${what} (exit code ${exitCode}): ${printed || 'it printed no error'}`, { exitCode });
}

/** Errors of reeve stay what they are. */
const localFailure = (path: string, error: unknown): Error =>
  error instanceof CopyError || error instanceof StreamError
    ? error
    : new CopyError(`cannot copy "${path}": ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });

/** A copy that was aborted rejects with the reason. */
async function abortable(signal: AbortSignal | undefined, copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (error) {
    signal?.throwIfAborted();
    const isMissing = error instanceof Error && /executable file not found|exec: "tar"/.test(error.message);
    if (!isMissing || error instanceof CopyError) throw error;
    throw new CopyError('the container has no tar, which copying needs: add it to the image', { cause: error });
  }
}

const nothing = (): undefined => undefined;
