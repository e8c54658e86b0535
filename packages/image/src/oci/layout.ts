/**
 * A folder with images in the OCI layout: blobs by digest, and an index of what is in it. Tools such as skopeo, crane and podman read it.
 * Blobs are written beside their place and renamed, so that a blob that is there is whole.
 * Upstream: opencontainers/image-spec image-layout.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ImageError } from '../image-error.ts';
import type { ImageFiles } from '../machine/machine.ts';
import { digestOf, readManifest } from './manifest.ts';
import type { Descriptor, Index, Manifest } from './manifest.ts';

/** Images in a folder. */
export class OciLayout {
  readonly folder: string;
  readonly #files: ImageFiles;

  constructor(files: ImageFiles, folder: string) {
    this.#files = files;
    this.folder = folder;
  }

  /** Makes the folder a layout, or checks that it is one. A folder with other files in it is refused. */
  async prepare(): Promise<void> {
    const names = await this.#files.list(this.folder);
    if (names.length > 0 && !names.includes('oci-layout'))
      throw new ImageError('REEVE_IMAGE_INVALID', `${this.folder} has files in it, and is no OCI layout`, {
        next: 'name an empty folder, or one that was written before',
      });
    await this.#files.write(join(this.folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  }

  /** What the layout holds; undefined when the folder is none. */
  async index(): Promise<Index | undefined> {
    const path = join(this.folder, 'index.json');
    const text = await this.#files.read(path);
    if (text === undefined) return undefined;
    const document = readManifest(text, path);
    return 'manifests' in document ? document : undefined;
  }

  async writeIndex(index: Index): Promise<void> {
    await this.#files.write(join(this.folder, 'index.json'), JSON.stringify(index));
  }

  has({ digest }: Descriptor): Promise<boolean> {
    return this.#files.has(this.#blob(digest));
  }

  /** Keeps a document, and says where it is. */
  async put(mediaType: string, content: string): Promise<Descriptor> {
    const digest = digestOf(content);
    if (!(await this.#files.has(this.#blob(digest)))) await this.#files.write(this.#blob(digest), content);
    return { mediaType, digest, size: Buffer.byteLength(content) };
  }

  /** Keeps a stream. Where a descriptor says what it has to be, another size or hash is refused and nothing stays. */
  async putStream(mediaType: string, content: AsyncIterable<Uint8Array>, expected?: Descriptor): Promise<Descriptor> {
    await using draft = await this.#files.draft(join(this.folder, 'blobs'));
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (expected !== undefined && size > expected.size) break;
      hash.update(piece);
      await draft.write(piece);
    }
    const digest = `sha256:${hash.digest('hex')}`;
    if (expected !== undefined && (expected.digest !== digest || expected.size !== size))
      throw new ImageError(
        'REEVE_IMAGE_REGISTRY',
        `what came as ${expected.digest} (${expected.size} bytes) is something else: it has ${size} bytes and the hash ${digest}`,
      );
    await draft.moveTo(this.#blob(digest));
    return { ...expected, mediaType, digest, size };
  }

  /** The bytes of a blob. */
  stream({ digest }: Descriptor): AsyncIterable<Uint8Array> {
    return this.#files.stream(this.#blob(digest));
  }

  /** The text of a document. */
  async text({ digest }: Descriptor): Promise<string> {
    const text = await this.#files.read(this.#blob(digest));
    if (text === undefined) throw new ImageError('REEVE_IMAGE_REGISTRY', `${this.folder} does not hold ${digest}`);
    if (digestOf(text) !== digest)
      throw new ImageError(
        'REEVE_IMAGE_REGISTRY',
        `${this.#blob(digest)} is damaged: its content has another hash than its name`,
        {
          next: 'remove the folder and build again',
        },
      );
    return text;
  }

  /** A manifest or index that is in the layout. */
  async manifest(descriptor: Descriptor): Promise<Manifest | Index> {
    return readManifest(await this.text(descriptor), this.#blob(descriptor.digest));
  }

  #blob(digest: string): string {
    return join(this.folder, 'blobs', 'sha256', digest.replace('sha256:', ''));
  }
}
