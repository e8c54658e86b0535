/**
 * The path of a fluent request: its parts in whatever order they were set, put together and made safe. A part that was set
 * twice, or could lead elsewhere, is refused before anything is sent.
 * Upstream: client-go rest.Request's URL.
 */
import { InvalidInputError, urlSegment } from '@reeve/machinery';

/** The parts that may each be set once. */
export interface PathParts {
  readonly namespace?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** A path that is being put together. */
export class RequestPath {
  #prefix: string;
  #parts: PathParts = {};
  #suffix = '';

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  get parts(): PathParts {
    return this.#parts;
  }

  /** Sets a part. A second time is an error. */
  set(part: keyof PathParts, value: string): void {
    const before = this.#parts[part];
    if (before !== undefined) {
      throw new InvalidInputError(
        value,
        `The ${part} of a request is already "${before}" and cannot become "${value}": set it once`,
      );
    }
    if (value !== '' || part !== 'namespace') checkSegments(part, value);
    this.#parts = { ...this.#parts, [part]: part === 'resource' ? value.toLowerCase() : value };
  }

  /** Adds segments in front of the namespace. */
  addPrefix(segments: readonly string[]): void {
    this.#prefix += joined('prefix', segments);
  }

  /** Adds segments after everything else. */
  addSuffix(segments: readonly string[]): void {
    this.#suffix += joined('suffix', segments);
  }

  /** Replaces the prefix. A slash at the end stays, as some servers tell the two paths apart. */
  setAbsolute(segments: readonly string[]): void {
    const path = joined('path', segments);
    this.#prefix = segments.at(-1)?.endsWith('/') ? `${path}/` : path;
  }

  /** Replaces the prefix by a path as a server gave it, which is already escaped. */
  setEscaped(path: string): void {
    for (const segment of path.split('/')) refuseDots('path', decoded(segment));
    this.#prefix = path.startsWith('/') ? path : `/${path}`;
  }

  /** The whole path. Combinations that make no sense for the method are refused. */
  toPath(method: string): string {
    const { namespace, resource, name, subresource } = this.#parts;
    this.#check(method);
    const segments = [
      ...(namespace ? ['namespaces', urlSegment('namespace', namespace)] : []),
      ...(resource === undefined ? [] : resource.split('/').map((part) => urlSegment('resource', part))),
      ...(name === undefined ? [] : [urlSegment('name', name)]),
      ...(subresource === undefined ? [] : subresource.split('/').map((part) => urlSegment('subresource', part))),
    ];
    const middle = segments.map((segment) => `/${segment}`).join('');
    const isBare = middle === '' && this.#suffix === '';
    return `${isBare ? this.#prefix : this.#prefix.replace(/\/$/, '')}${middle}${this.#suffix}` || '/';
  }

  #check(method: string): void {
    const { namespace, resource, name } = this.#parts;
    if (namespace === '' && (method === 'POST' || (name !== undefined && ['GET', 'PUT', 'DELETE'].includes(method)))) {
      throw new InvalidInputError('', `The namespace of a ${method} request is empty: name one, or do not set it`);
    }
    if (name !== undefined && resource === undefined) {
      throw new InvalidInputError(name, `A request for "${name}" does not say of which resource: set it too`);
    }
  }
}

/** Subresources may have several levels; everything else is one segment. */
function checkSegments(part: keyof PathParts, value: string): void {
  const segments = part === 'subresource' ? value.split('/') : [value];
  for (const segment of segments) urlSegment(part, segment);
}

function joined(what: string, segments: readonly string[]): string {
  const parts = segments.flatMap((segment) => segment.split('/')).filter((part) => part !== '');
  for (const part of parts) refuseDots(what, part);
  return parts.map((part) => `/${encodeURIComponent(part).replaceAll('%3A', ':').replaceAll('%2C', ',')}`).join('');
}

function refuseDots(what: string, segment: string): void {
  if (segment !== '.' && segment !== '..') return;
  throw new InvalidInputError(
    segment,
    `The ${what} of a request contains "${segment}", which leads elsewhere: leave it out`,
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new InvalidInputError(
      segment,
      `"${segment}" is not an escaped part of a path: write %25 for a percent sign`,
      {
        cause,
      },
    );
  }
}
