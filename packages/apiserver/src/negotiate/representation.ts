/**
 * The form in which an answer goes out: which encoding, and the object itself, its Table or its metadata only. Chosen from the Accept header.
 */
import { notAcceptable, notOfThatShape, notRepresentable, type StatusError } from '@reeve/registry';
import { parseMediaTypes, type MediaType } from './media-type.ts';

export type Encoding = 'json' | 'yaml' | 'protobuf';
export type Shape = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface Representation {
  readonly encoding: Encoding;
  readonly shape: Shape;
  /** The version of `meta.k8s.io` that a Table or metadata was asked in. */
  readonly metaVersion: 'v1' | 'v1beta1';
  readonly isPretty: boolean;
}

export const plainJson: Representation = { encoding: 'json', shape: 'object', metaVersion: 'v1', isPretty: false };

const mediaTypes: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

/** What a resource can be sent as. */
export interface Offer {
  /** Custom resources have no protobuf form. */
  readonly hasProtobuf: boolean;
  /** Collections become a `PartialObjectMetadataList`, objects a `PartialObjectMetadata`; neither without metadata. */
  readonly shapes: readonly Shape[];
  /** Encodings there are; streams have no YAML. */
  readonly encodings?: readonly Encoding[];
  /** The media types that a refusal lists when the client names none of ours. */
  readonly representations?: readonly string[];
  /** What the answer is in Go, as a refusal of the wrong kind of metadata says. */
  readonly goType?: string;
}

const allTypes = Object.values(mediaTypes);
export const streamTypes = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];

/** The best form that the client accepts, or the refusal that lists what there is. */
export function negotiate(
  accept: string | undefined,
  offer: Offer,
  query: URLSearchParams,
  userAgent = '',
): Representation | StatusError {
  const isPretty = wantsPretty(query, userAgent);
  const wanted = parseMediaTypes(accept === undefined || accept === '' ? '*/*' : accept);
  for (const media of wanted) {
    const encoding = encodingOf(media);
    if (encoding && isOtherMetadata(media, offer)) break; // known, so it decides, though it cannot be had
    const shape = encoding && shapeOf(media, offer);
    if (encoding && shape && canEncode(encoding, shape, offer))
      return { encoding, shape, metaVersion: media.parameters.get('v') === 'v1beta1' ? 'v1beta1' : 'v1', isPretty };
  }
  return refusal(wanted, offer);
}

/** Why nothing fits: no media type of ours, the wrong kind of metadata, or a form that there is not. */
function refusal(wanted: readonly MediaType[], { representations, encodings, goType, shapes }: Offer): StatusError {
  if (representations && !wanted.some((media) => encodingOf(media))) return notRepresentable(representations);
  const asked = wanted
    .map(({ parameters }) => parameters.get('as'))
    .find((as) => as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList');
  if (asked && goType && shapes.length > 0) {
    return notOfThatShape(
      `you requested ${asked}, but the requested object is ${asked === 'PartialObjectMetadata' ? 'a list' : 'not a list'} (${goType})`,
    );
  }
  return notAcceptable(encodings && !encodings.includes('yaml') ? streamTypes : allTypes);
}

/** The Content-Type of an answer; its shape shows in the body. */
export const contentTypeOf = ({ encoding }: Representation): string => mediaTypes[encoding];

function encodingOf({ type }: MediaType): Encoding | undefined {
  switch (type) {
    case '*/*':
    case 'application/json':
      return 'json';
    case 'application/yaml':
      return 'yaml';
    case 'application/vnd.kubernetes.protobuf':
      return 'protobuf';
    default:
      return undefined;
  }
}

/** Metadata has a protobuf form whatever it is of, a Table has none. */
function canEncode(encoding: Encoding, shape: Shape, { hasProtobuf, encodings }: Offer): boolean {
  if (encodings && !encodings.includes(encoding)) return false;
  return encoding !== 'protobuf' || (shape === 'object' ? hasProtobuf : shape !== 'Table');
}

function shapeOf({ parameters }: MediaType, { shapes }: Offer): Shape | undefined {
  const as = parameters.get('as');
  if (as === undefined) return 'object';
  if (parameters.get('g') !== 'meta.k8s.io' || !['v1', 'v1beta1'].includes(parameters.get('v') ?? '')) return undefined;
  return shapes.find((shape) => shape === as);
}

/** Metadata of a list where there is one object, or the other way round. */
function isOtherMetadata({ parameters }: MediaType, { shapes, goType, encodings }: Offer): boolean {
  const as = parameters.get('as') as Shape | undefined;
  return (
    (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') &&
    goType !== undefined &&
    encodings === undefined &&
    shapes.length > 0 &&
    !shapes.includes(as)
  );
}

/** People get indented answers: by parameter, or because they ask with a browser, curl or wget. */
function wantsPretty(query: URLSearchParams, userAgent: string): boolean {
  const asked = query.get('pretty');
  if (asked !== null) return asked !== 'false' && asked !== '0';
  return /^(curl|Wget|Mozilla)\//.test(userAgent);
}
