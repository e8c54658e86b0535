/**
 * Container images of Node programs without Docker.
 */
export { buildImage } from './build/build-image.ts';
export type { BuildOptions, BuiltImage } from './build/build-image.ts';
export { dockerfile } from './build/dockerfile.ts';
export type { DockerfileOptions } from './build/dockerfile.ts';
export { ImageError } from './image-error.ts';
export type { ImageErrorCode } from './image-error.ts';
export type {
  Draft,
  ImageFiles,
  Machine,
  ProgramCall,
  ProgramResult,
  TreeEntry,
  WebRequest,
  WebResponse,
} from './machine/machine.ts';
export { nodeMachine } from './machine/node-machine.ts';
export { OciLayout } from './oci/layout.ts';
export { formatPlatform, parsePlatform } from './oci/manifest.ts';
export type { Descriptor, ImageConfig, Index, Manifest, Platform } from './oci/manifest.ts';
export { formatReference, parseReference } from './oci/reference.ts';
export type { ImageReference } from './oci/reference.ts';
export { dockerignore } from './project/ignore.ts';
export { pushImage } from './registry/transfer.ts';
export type { TransferOptions } from './registry/transfer.ts';
