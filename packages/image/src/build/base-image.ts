/**
 * The image that another is built on: from a registry, by tag or digest, or from a layout on disk. A tag is read once, and the digest that it has then is what the new image names.
 */
import { ImageError } from '../image-error.ts';
import type { Machine } from '../machine/machine.ts';
import { OciLayout } from '../oci/layout.ts';
import { isIndex, mediaTypes, readConfig } from '../oci/manifest.ts';
import type { Descriptor, ImageConfig, Manifest, Platform } from '../oci/manifest.ts';
import { formatReference, parseReference } from '../oci/reference.ts';
import { fetchImage, findImages, imageFor, imagesOf } from '../registry/transfer.ts';
import type { TransferOptions } from '../registry/transfer.ts';

/** A base for images. */
export interface BaseImage {
  /** What it is called, with its digest. */
  readonly name: string;
  readonly digest: string;
  /** The platforms that it has; empty where it does not say so. */
  readonly platforms: readonly Platform[];
  /** Throws where the base has no image for a platform. */
  check(platform: Platform): void;
  /** Brings the base for one platform into a layout. */
  fetch(
    platform: Platform,
    into: OciLayout,
    options: TransferOptions,
  ): Promise<{ readonly config: ImageConfig; readonly layers: readonly Descriptor[] }>;
}

/** Opens a base by its name: a reference with its registry, or `oci:FOLDER`. */
export async function openBase(machine: Machine, name: string, options: TransferOptions): Promise<BaseImage> {
  return name.startsWith('oci:')
    ? await layoutBase(machine, name.slice('oci:'.length))
    : await registryBase(machine, name, options);
}

async function registryBase(machine: Machine, name: string, options: TransferOptions): Promise<BaseImage> {
  const reference = parseReference(name);
  const { digest, client, document, descriptor } = await findImages(machine, reference, options);
  const images = imagesOf(document, descriptor);
  return {
    name: formatReference({ ...reference, digest }),
    digest,
    platforms: images.flatMap(({ platform }) => (platform === undefined ? [] : [platform])),
    check: (platform) => void imageFor(images, platform, name),
    async fetch(platform, into, transfer) {
      const manifest = await fetchImage(client, into, imageFor(images, platform, name), transfer);
      return await partsOf(into, manifest, name, platform);
    },
  };
}

async function layoutBase(machine: Machine, folder: string): Promise<BaseImage> {
  const layout = new OciLayout(machine.files, folder);
  const index = await layout.index();
  const [top, ...more] = (index?.manifests ?? []).filter(({ artifactType }) => artifactType === undefined);
  if (top === undefined || more.length > 0)
    throw new ImageError(
      'REEVE_IMAGE_INVALID',
      `${folder} holds ${more.length === 0 ? 'no image' : 'several images'}`,
      {
        next: 'name an OCI layout with one image, for instance of: skopeo copy docker://IMAGE oci:FOLDER',
      },
    );
  const images = imagesOf(await layout.manifest(top), top);
  return {
    name: `oci:${folder}@${top.digest}`,
    digest: top.digest,
    platforms: images.flatMap(({ platform }) => (platform === undefined ? [] : [platform])),
    check: (platform) => void imageFor(images, platform, folder),
    async fetch(platform, into) {
      const manifest = await layout.manifest(imageFor(images, platform, folder));
      if (isIndex(manifest)) throw new ImageError('REEVE_IMAGE_INVALID', `${folder} has an index inside an index`);
      for (const blob of [manifest.config, ...manifest.layers])
        if (!(await into.has(blob))) await into.putStream(blob.mediaType, layout.stream(blob), blob);
      return await partsOf(into, manifest, folder, platform);
    },
  };
}

/** The configuration, which has to be for the platform, and the layers by OCI's names of their types. */
async function partsOf(layout: OciLayout, manifest: Manifest, name: string, platform: Platform) {
  const config = readConfig(await layout.text(manifest.config), `the configuration of ${name}`);
  if (config.os !== platform.os || config.architecture !== platform.architecture)
    throw new ImageError(
      'REEVE_IMAGE_INVALID',
      `${name} is for ${config.os}/${config.architecture}, not for ${platform.os}/${platform.architecture}`,
      {
        next: `name --platform ${config.os}/${config.architecture}, or another --base`,
      },
    );
  return { config, layers: manifest.layers.map(withOciType) };
}

const withOciType = (layer: Descriptor): Descriptor =>
  layer.mediaType === 'application/vnd.docker.image.rootfs.diff.tar.gzip'
    ? { ...layer, mediaType: mediaTypes.layer }
    : layer;
