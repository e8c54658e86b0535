/**
 * The documents of images as they are stored and sent: descriptors, manifests, indexes and configurations.
 * Upstream: opencontainers/image-spec 1.1.
 */
import { createHash } from 'node:crypto';
import { ImageError } from '../image-error.ts';

/** The media types that are written. */
export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  empty: 'application/vnd.oci.empty.v1+json',
  spdx: 'application/spdx+json',
} as const;

/** What base images may have besides: Docker's forms of the same documents. */
export const manifestTypes: readonly string[] = [
  mediaTypes.index,
  mediaTypes.manifest,
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

/** A machine that an image is for. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
}

/** Says where content is, and what it is. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: Platform;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An image for one platform, or an artifact that belongs to an image. */
export interface Manifest {
  readonly schemaVersion: 2;
  readonly mediaType?: string;
  readonly artifactType?: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly subject?: Descriptor;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Images for several platforms. */
export interface Index {
  readonly schemaVersion: 2;
  readonly mediaType?: string;
  readonly manifests: readonly Descriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** How a container of the image runs, and what its layers are. Fields that are not named here are kept. */
export interface ImageConfig {
  readonly created?: string;
  readonly architecture: string;
  readonly os: string;
  readonly variant?: string;
  readonly config?: {
    readonly Env?: readonly string[];
    readonly Entrypoint?: readonly string[];
    readonly Cmd?: readonly string[];
    readonly User?: string;
    readonly WorkingDir?: string;
    readonly Labels?: Readonly<Record<string, string>>;
  };
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
  readonly history?: readonly {
    readonly created?: string;
    readonly created_by?: string;
    readonly empty_layer?: boolean;
  }[];
}

/** True for an index, of OCI's or Docker's form. */
export const isIndex = (document: Manifest | Index): document is Index => 'manifests' in document;

/** `sha256:` and the hash. */
export const digestOf = (content: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** The platform as users write it: `linux/arm64`. */
export const formatPlatform = ({ os, architecture, variant }: Platform): string =>
  [os, architecture, ...(variant === undefined ? [] : [variant])].join('/');

/** Reads `linux/amd64`. */
export function parsePlatform(text: string): Platform {
  const [os = '', architecture = '', variant, ...more] = text.split('/');
  if (!/^[a-z0-9]+$/.test(os) || !/^[a-z0-9]+$/.test(architecture) || more.length > 0)
    throw new ImageError('REEVE_IMAGE_INVALID', `${JSON.stringify(text)} is no platform`, {
      next: 'write it as linux/amd64 or linux/arm64',
    });
  return { os, architecture, ...(variant !== undefined && { variant }) };
}

/** Reads a manifest or an index, and refuses what is neither: it came from elsewhere. */
export function readManifest(text: string, where: string): Manifest | Index {
  const document = parseObject(text, where);
  const isOne = Array.isArray(document['manifests'])
    ? document['manifests'].every(isDescriptor)
    : isDescriptor(document['config']) && Array.isArray(document['layers']) && document['layers'].every(isDescriptor);
  if (!isOne) throw new ImageError('REEVE_IMAGE_REGISTRY', `${where} is neither a manifest nor an index of images`);
  return document as unknown as Manifest | Index; // looked at above
}

/** Reads the configuration of an image. */
export function readConfig(text: string, where: string): ImageConfig {
  const document = parseObject(text, where);
  const { rootfs } = document as { rootfs?: { diff_ids?: unknown } };
  const isOne =
    typeof document['os'] === 'string' &&
    typeof document['architecture'] === 'string' &&
    Array.isArray(rootfs?.diff_ids);
  if (!isOne) throw new ImageError('REEVE_IMAGE_REGISTRY', `${where} is no configuration of an image`);
  return document as unknown as ImageConfig; // looked at above
}

function parseObject(text: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new ImageError('REEVE_IMAGE_REGISTRY', `${where} is not JSON`, { cause });
  }
  throw new ImageError('REEVE_IMAGE_REGISTRY', `${where} is no JSON object`);
}

function isDescriptor(value: unknown): value is Descriptor {
  const { mediaType, digest, size } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof mediaType === 'string' &&
    typeof digest === 'string' &&
    /^sha256:[0-9a-f]{64}$/.test(digest) &&
    Number.isSafeInteger(size) &&
    (size as number) >= 0
  );
}
