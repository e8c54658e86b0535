/**
 * References to images: `registry.example.com:5000/team/app:1.0@sha256:…`. The registry is always named, as no registry is a default here.
 * Upstream: the grammar of distribution/reference.
 */
import { ImageError } from '../image-error.ts';

/** An image in a registry, by tag or digest. */
export interface ImageReference {
  /** The registry's host, with the port where there is one. */
  readonly registry: string;
  /** The path of the repository. */
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const host =
  /^(?:localhost|\[[0-9a-fA-F:]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*)(?::\d{1,5})?$/;
const pathPart = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagForm = /^\w[\w.-]{0,127}$/;
const digestForm = /^sha256:[0-9a-f]{64}$/;

/** Reads a reference, or throws an `ImageError` that says what is wrong with it. */
export function parseReference(text: string): ImageReference {
  const refuse = (problem: string, next?: string): never => {
    throw new ImageError('REEVE_IMAGE_INVALID', `${JSON.stringify(text)} is no reference to an image: ${problem}`, {
      next,
    });
  };
  const [name = '', digest, ...more] = text.split('@');
  if (more.length > 0 || (digest !== undefined && !digestForm.test(digest)))
    refuse('the digest has to be sha256: and 64 hexadecimal digits');
  const slash = name.indexOf('/');
  const registry = name.slice(0, Math.max(slash, 0));
  if (!isRegistry(registry))
    refuse('it does not begin with the host of a registry', 'write registry.example.com/team/name:tag');
  const rest = name.slice(slash + 1);
  const colon = rest.indexOf(':');
  const repository = colon < 0 ? rest : rest.slice(0, colon);
  const tag = colon < 0 ? undefined : rest.slice(colon + 1);
  if (repository.length > 255 || !repository.split('/').every((part) => pathPart.test(part)))
    refuse(
      `the repository ${JSON.stringify(repository)} has to be lower case letters, digits, dots, dashes and slashes`,
    );
  if (tag !== undefined && !tagForm.test(tag))
    refuse(`the tag ${JSON.stringify(tag)} has to be at most 128 letters, digits, dots, dashes and underscores`);
  return { registry, repository, tag, digest };
}

/** A host is told from a first part of a path by a dot or a port, as Docker does it. */
const isRegistry = (text: string): boolean => host.test(text) && (text === 'localhost' || /[.:]/.test(text));

/** The reference as text. */
export const formatReference = ({ registry, repository, tag, digest }: ImageReference): string =>
  `${registry}/${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;

/** What manifests of the image are asked for by. */
export const manifestName = ({ tag, digest }: ImageReference): string => digest ?? tag ?? 'latest';
