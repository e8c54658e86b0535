/**
 * The machine that this process runs on; an edge.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Host } from '@reeve/machinery';
import type { Draft, ImageFiles, Machine, ProgramCall, ProgramResult, TreeEntry } from './machine.ts';
import { webRequests } from './web-requests.ts';

/** How many bytes of a program's output are kept. */
const longestOutput = 4 * 1024 * 1024;

/** This machine. `caFile` holds authorities that registries are trusted by, besides Node's own. */
export function nodeMachine(host: Host, { caFile }: { readonly caFile?: string | undefined } = {}): Machine {
  return {
    host,
    files: nodeFiles,
    variables: process.env,
    homeFolder: homedir(),
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    run: runProgram,
    request: webRequests(async () => (caFile === undefined ? undefined : await readFile(caFile, 'utf8'))),
  };
}

const nodeFiles: ImageFiles = {
  read: (path) => unlessMissing(readFile(path, 'utf8')),

  async write(path, text) {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  },

  tree: async (folder, enter) => await entriesBelow(folder, '', enter),

  stream: (path) => pieces(path),

  draft: async (folder) => await FileDraft.open(folder),

  has: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),

  list: async (folder) => (await unlessMissing(readdir(folder)))?.toSorted() ?? [],

  async copy(from, to) {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
  },

  async temporary() {
    const path = await mkdtemp(join(tmpdir(), 'reeve-image-'));
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  },
};

async function entriesBelow(folder: string, below: string, enter: (path: string) => boolean): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!enter(path)) continue;
    const absolute = join(folder, path);
    if (entry.isSymbolicLink())
      found.push({ path, type: 'link', isExecutable: false, size: 0, target: await readlink(absolute) });
    else if (entry.isDirectory())
      found.push({ path, type: 'folder', isExecutable: false, size: 0 }, ...(await entriesBelow(folder, path, enter)));
    else if (entry.isFile()) {
      const { mode, size } = await stat(absolute);
      found.push({ path, type: 'file', isExecutable: (mode & 0o111) !== 0, size });
    }
  }
  return found;
}

async function* pieces(path: string): AsyncGenerator<Uint8Array, void, void> {
  await using file = await open(path, constants.O_RDONLY);
  for await (const piece of file.createReadStream({ autoClose: false })) yield piece as Uint8Array;
}

/** A temporary file that is renamed when it is whole. */
class FileDraft implements Draft {
  readonly #path: string;
  readonly #file: Awaited<ReturnType<typeof open>>;

  private constructor(path: string, file: Awaited<ReturnType<typeof open>>) {
    this.#path = path;
    this.#file = file;
  }

  static async open(folder: string): Promise<FileDraft> {
    await mkdir(folder, { recursive: true });
    const own = await mkdtemp(join(folder, '.draft-'));
    const path = join(own, 'content');
    return new FileDraft(path, await open(path, 'wx'));
  }

  async write(piece: Uint8Array): Promise<void> {
    await this.#file.writeFile(piece);
  }

  async moveTo(path: string): Promise<void> {
    await this.#file.close();
    await mkdir(dirname(path), { recursive: true });
    await rename(this.#path, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    await rm(dirname(this.#path), { recursive: true, force: true });
  }
}

const runProgram = ({ command, args, folder, input = '', signal }: ProgramCall): Promise<ProgramResult> =>
  new Promise((settle, fail) => {
    const child = spawn(command, args, { ...(folder !== undefined && { cwd: folder }), stdio: 'pipe', signal });
    const stdout = new Kept(child.stdout);
    const stderr = new Kept(child.stderr);
    child.stdin.on('error', () => undefined); // it may end without reading
    child.stdin.end(input);
    child.once('error', fail);
    child.once('close', (code) => settle({ exitCode: code ?? 1, stdout: stdout.text(), stderr: stderr.text() }));
  });

/** The output of a program, up to a limit. */
class Kept {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      this.#bytes += piece.length;
      if (this.#bytes <= longestOutput) this.#pieces.push(piece);
    });
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
