/**
 * What to accept: an object as it is, its metadata alone, or the table that a server prints. Servers that cannot do the latter
 * send the object, and the reader notices.
 */

/** In what shape an answer shall come. */
export type Representation = 'object' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'Table';

/** The Accept header that asks for a representation. */
export const acceptOf = (representation: Representation): string =>
  representation === 'object'
    ? 'application/json'
    : `application/json;as=${representation};g=meta.k8s.io;v=v1,application/json`;
