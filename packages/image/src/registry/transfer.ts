/**
 * Images from a registry into a layout, and from a layout to a registry. What is there already is not sent again.
 */
import { ImageError } from '../image-error.ts';
import type { Machine } from '../machine/machine.ts';
import type { OciLayout } from '../oci/layout.ts';
import { formatPlatform, isIndex, manifestTypes, mediaTypes, readManifest } from '../oci/manifest.ts';
import type { Descriptor, Index, Manifest, Platform } from '../oci/manifest.ts';
import { formatReference, manifestName } from '../oci/reference.ts';
import type { ImageReference } from '../oci/reference.ts';
import { RegistryClient } from './registry-client.ts';

/** What a transfer tells while it goes on. */
export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each blob that is sent, fetched or found there. */
  readonly onBlob?: (blob: Descriptor, what: 'sent' | 'fetched' | 'found' | 'mounted') => void;
}

/** Which images a reference has, by platform, without fetching their layers. */
export async function findImages(
  machine: Machine,
  reference: ImageReference,
  { signal }: TransferOptions = {},
): Promise<{
  readonly digest: string;
  readonly client: RegistryClient;
  readonly document: Manifest | Index;
  readonly descriptor: Descriptor;
}> {
  const client = new RegistryClient(machine, { ...reference, writes: false, signal });
  const found = await client.manifest(manifestName(reference));
  if (found === undefined)
    throw new ImageError('REEVE_IMAGE_REGISTRY', `${formatReference(reference)} is not there`, {
      httpStatus: 404,
      next: 'check the name and the tag',
    });
  return {
    digest: found.descriptor.digest,
    client,
    document: readManifest(found.text, formatReference(reference)),
    descriptor: found.descriptor,
  };
}

/** Fetches one image with its configuration and layers. */
export async function fetchImage(
  client: RegistryClient,
  layout: OciLayout,
  descriptor: Descriptor,
  { onBlob }: TransferOptions = {},
): Promise<Manifest> {
  const found = await client.manifest(descriptor.digest);
  if (found === undefined)
    throw new ImageError('REEVE_IMAGE_REGISTRY', `${client.name} does not have ${descriptor.digest}`);
  const manifest = readManifest(found.text, `${client.name}@${descriptor.digest}`);
  if (isIndex(manifest))
    throw new ImageError('REEVE_IMAGE_REGISTRY', `${descriptor.digest} is an index inside an index`);
  for (const blob of [manifest.config, ...manifest.layers]) {
    if (await layout.has(blob)) onBlob?.(blob, 'found');
    else {
      await layout.putStream(blob.mediaType, await client.blob(blob), blob);
      onBlob?.(blob, 'fetched');
    }
  }
  return manifest;
}

/** Sends an image of a layout, what it consists of first, and gives it its tag last. Returns the digest that it has now. */
export async function pushImage(
  machine: Machine,
  layout: OciLayout,
  reference: ImageReference,
  { mountFrom, signal, onBlob }: TransferOptions & { readonly mountFrom?: ImageReference | undefined } = {},
): Promise<string> {
  const index = await layout.index();
  const [top, ...more] = (index?.manifests ?? []).filter(({ artifactType }) => artifactType === undefined);
  if (top === undefined || more.length > 0)
    throw new ImageError(
      'REEVE_IMAGE_INVALID',
      `${layout.folder} holds ${more.length === 0 ? 'no image' : 'several images'}`,
      {
        next: 'build the image first: reeve image --oci FOLDER',
      },
    );
  const client = new RegistryClient(machine, { ...reference, writes: true, signal });
  const from = mountFrom?.registry === reference.registry ? mountFrom.repository : undefined;
  const sender = new Sender(client, layout, { from, onBlob });
  await sender.sendParts(top);
  await client.putManifest(reference.tag ?? top.digest, top.mediaType, await layout.text(top));
  const artifacts = (index?.manifests ?? []).filter(({ artifactType }) => artifactType !== undefined);
  for (const artifact of artifacts) await sender.sendArtifact(artifact);
  return top.digest;
}

/** Sends blobs and manifests that the registry does not have. */
class Sender {
  readonly #client: RegistryClient;
  readonly #layout: OciLayout;
  readonly #from: string | undefined;
  readonly #onBlob: TransferOptions['onBlob'];

  constructor(
    client: RegistryClient,
    layout: OciLayout,
    { from, onBlob }: { readonly from: string | undefined; readonly onBlob: TransferOptions['onBlob'] },
  ) {
    this.#client = client;
    this.#layout = layout;
    this.#from = from;
    this.#onBlob = onBlob;
  }

  /** Everything that a manifest or an index refers to. */
  async sendParts(descriptor: Descriptor): Promise<void> {
    const document = await this.#layout.manifest(descriptor);
    if (isIndex(document)) {
      for (const part of document.manifests) {
        await this.sendParts(part);
        await this.#client.putManifest(part.digest, part.mediaType, await this.#layout.text(part));
      }
    } else for (const blob of [document.config, ...document.layers]) await this.#sendBlob(blob);
  }

  /** What belongs to an image, such as its bill of materials. Registries that do not list it by themselves get a tag that says where it is. */
  async sendArtifact(descriptor: Descriptor): Promise<void> {
    await this.sendParts(descriptor);
    const text = await this.#layout.text(descriptor);
    const isListed = await this.#client.putManifest(descriptor.digest, descriptor.mediaType, text);
    const document = readManifest(text, descriptor.digest);
    if (isListed || isIndex(document) || document.subject === undefined) return;
    const tag = document.subject.digest.replace(':', '-');
    const known = await this.#client.manifest(tag);
    const before = known === undefined ? undefined : readManifest(known.text, `${this.#client.name}:${tag}`);
    const others =
      before !== undefined && isIndex(before)
        ? before.manifests.filter(({ digest }) => digest !== descriptor.digest)
        : [];
    const index: Index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [...others, descriptor] };
    await this.#client.putManifest(tag, mediaTypes.index, JSON.stringify(index));
  }

  async #sendBlob(blob: Descriptor): Promise<void> {
    if (await this.#client.hasBlob(blob)) return this.#onBlob?.(blob, 'found');
    if (this.#from !== undefined && (await this.#client.mountBlob(blob, this.#from)))
      return this.#onBlob?.(blob, 'mounted');
    await this.#client.putBlob(blob, () => this.#layout.stream(blob));
    this.#onBlob?.(blob, 'sent');
  }
}

/** The images of an index that are for machines, or the one image there is. */
export function imagesOf(document: Manifest | Index, descriptor: Descriptor): readonly Descriptor[] {
  if (!isIndex(document)) return [descriptor];
  return document.manifests.filter(
    ({ mediaType, platform }) =>
      manifestTypes.includes(mediaType) && platform !== undefined && platform.os !== 'unknown',
  );
}

/** The image for a platform, or an error that lists those that there are. */
export function imageFor(images: readonly Descriptor[], platform: Platform, name: string): Descriptor {
  const found = images.find(
    ({ platform: has }) =>
      has === undefined ||
      (has.os === platform.os &&
        has.architecture === platform.architecture &&
        (platform.variant ?? has.variant) === has.variant),
  );
  if (found !== undefined) return found;
  const all = images.flatMap(({ platform: has }) => (has === undefined ? [] : [formatPlatform(has)]));
  throw new ImageError(
    'REEVE_IMAGE_INVALID',
    `${name} has no image for ${formatPlatform(platform)}; it has ${all.join(', ')}`,
    {
      next: 'name another --platform or another --base',
    },
  );
}
