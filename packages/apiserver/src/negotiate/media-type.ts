/**
 * Media types as clients write them in Accept and Content-Type.
 */

export interface MediaType {
  /** `application/json`, in lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Headers that were read lately: clients send the same few again and again. */
const known = new Map<string, readonly MediaType[]>();
const mostKnown = 200;
const longestKnown = 500;

/** Parses a list of media types; those that are not media types are left out. Quality is honoured, order decides between equals. */
export function parseMediaTypes(header: string): readonly MediaType[] {
  let types = known.get(header);
  if (types === undefined) {
    types = readMediaTypes(header);
    if (known.size >= mostKnown) known.clear();
    if (header.length <= longestKnown) known.set(header, types);
  }
  return types;
}

function readMediaTypes(header: string): MediaType[] {
  return header
    .split(',')
    .flatMap((text) => parseMediaType(text) ?? [])
    .map((media, index) => ({ media, index, quality: Number(media.parameters.get('q') ?? 1) }))
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ media }) => media);
}

/** Parses one media type; undefined when it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  if (!/^[\w.+*@-]+\/[\w.+*@-]+$/.test(type)) return undefined;
  return { type: type.toLowerCase(), parameters: new Map(parameters.flatMap((parameter) => parameterOf(parameter))) };
}

function parameterOf(text: string): [string, string][] {
  const at = text.indexOf('=');
  return at < 0
    ? []
    : [
        [
          text.slice(0, at).trim().toLowerCase(),
          text
            .slice(at + 1)
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ],
      ];
}
