/**
 * Layers of files: the same files give the same bytes. Entries come in the order of their paths, belong to root, and have one time and one of two modes.
 * The compressed bytes depend on the version of zlib inside Node, too; the hash of the archive itself (the diff id) does not.
 */
import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { TarHeader } from 'modern-tar';
import type { ImageFiles, TreeEntry } from '../machine/machine.ts';
import type { OciLayout } from './layout.ts';
import { mediaTypes } from './manifest.ts';
import type { Descriptor } from './manifest.ts';

/** An entry of a layer, and where its content is. */
export interface LayerEntry extends TreeEntry {
  /** Where the file is on this machine. */
  readonly source: string;
}

/** A layer that is in a layout. */
export interface Layer {
  readonly descriptor: Descriptor;
  /** The hash of the archive before compression. */
  readonly diffId: string;
  readonly files: number;
}

/** Writes a layer with the entries below a folder of the image (`app`), all with one time. */
export async function writeLayer(
  layout: OciLayout,
  files: ImageFiles,
  {
    entries,
    folder,
    timeMs,
  }: { readonly entries: readonly LayerEntry[]; readonly folder: string; readonly timeMs: number },
): Promise<Layer> {
  const hash = createHash('sha256');
  const gzip = createGzip({ level: 6 });
  const archive = archiveOf(files, { entries: withFolders(entries, folder), timeMs });
  const feeding = feed(archive, hash, gzip);
  const [descriptor] = await Promise.all([layout.putStream(mediaTypes.layer, gzip), feeding]);
  return {
    descriptor,
    diffId: `sha256:${hash.digest('hex')}`,
    files: entries.filter(({ type }) => type === 'file').length,
  };
}

async function feed(
  archive: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
  gzip: ReturnType<typeof createGzip>,
): Promise<void> {
  try {
    for await (const piece of archive) {
      hash.update(piece);
      if (!gzip.write(piece)) await new Promise((drained) => gzip.once('drain', drained));
    }
    gzip.end();
  } catch (error) {
    gzip.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** The entries with their paths in the image, and every folder that they are in before them. */
function withFolders(entries: readonly LayerEntry[], folder: string): LayerEntry[] {
  const placed = entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }));
  const known = new Map(placed.map((entry) => [entry.path, entry]));
  for (const { path } of placed)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = path.slice(0, end);
      if (known.has(parent)) break;
      known.set(parent, { path: parent, type: 'folder', isExecutable: false, size: 0, source: '' });
    }
  return [...known.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The archive, as a stream that takes files as they are read. */
async function* archiveOf(
  files: ImageFiles,
  { entries, timeMs }: { readonly entries: readonly LayerEntry[]; readonly timeMs: number },
): AsyncGenerator<Uint8Array, void, void> {
  const { readable, controller } = createTarPacker();
  const filling = (async () => {
    try {
      for (const entry of entries) {
        const writer = controller.add(headerOf(entry, timeMs)).getWriter();
        if (entry.type === 'file' && entry.size > 0)
          for await (const piece of files.stream(entry.source)) await writer.write(piece);
        await writer.close();
      }
      controller.finalize();
    } catch (error) {
      controller.error(error);
      throw error;
    }
  })();
  const settled = filling.catch(() => undefined); // the stream itself fails with it
  yield* readable;
  await settled;
}

const headerOf = ({ path, type, isExecutable, size, target }: LayerEntry, timeMs: number): TarHeader => ({
  name: type === 'folder' ? `${path}/` : path,
  type: type === 'folder' ? 'directory' : type === 'link' ? 'symlink' : 'file',
  size,
  mode: type === 'file' && !isExecutable ? 0o644 : 0o755,
  mtime: new Date(timeMs),
  uid: 0,
  gid: 0,
  ...(target !== undefined && { linkname: target }),
});
