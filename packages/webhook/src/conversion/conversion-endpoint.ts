/**
 * The path at which an API server has objects converted, for as many kinds as there are.
 * Upstream: controller-runtime webhook/conversion; k8s.io/api apiextensions ConversionReview.
 */
import { InvalidInputError, isJsonObject } from '@reeve/machinery';
import type { KubeObject, ReadonlyJsonObject } from '@reeve/machinery';
import type { Endpoint } from '../http/endpoint.ts';
import { ReviewError } from '../http/review-error.ts';
import { Converter } from './converter.ts';
import type { ConvertedKind } from './converter.ts';

/** Where conversions are answered unless a path is given. */
export const conversionPath = '/convert';

const versions: ReadonlySet<unknown> = new Set(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']);
const v1 = 'apiextensions.k8s.io/v1';

/** The endpoint of these kinds. A kind that is there twice is an `InvalidInputError`. */
export function conversionEndpoint(kinds: readonly ConvertedKind[], path: string = conversionPath): Endpoint {
  const converters = new Map<string, Converter>();
  for (const kind of kinds) {
    const key = `${kind.group}/${kind.kind}`;
    if (converters.has(key))
      throw new InvalidInputError(key, `there are two conversions of ${kind.kind} of ${kind.group}: remove one`);
    converters.set(key, new Converter(kind));
  }
  return {
    path,
    purpose: 'conversion',
    maxBytes: (limits) => limits.maxConversionBytes,
    answer: (review) => Promise.resolve(converted(review, converters)),
    failure: (review, code, message) => reviewOf(review, { result: { status: 'Failure', message, code } }),
  };
}

function converted(review: ReadonlyJsonObject, converters: ReadonlyMap<string, Converter>): object {
  const { desired, objects } = requestIn(review);
  const convertedObjects: KubeObject[] = [];
  for (const object of objects) {
    const problem = attempt(() => convertedObjects.push(convertOne(object, desired, converters)));
    if (problem !== undefined) {
      const { namespace = '', name = '' } = object.metadata ?? {};
      const where = `${object.kind ?? ''} ${namespace === '' ? name : `${namespace}/${name}`}`;
      return reviewOf(review, {
        result: { status: 'Failure', message: `${where} cannot become ${desired}: ${problem}` },
      });
    }
  }
  return reviewOf(review, { convertedObjects, result: { status: 'Success' } });
}

/** A function that throws refuses its review, and nothing more. */
function attempt(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function convertOne(object: KubeObject, desired: string, converters: ReadonlyMap<string, Converter>): KubeObject {
  const { apiVersion = '', kind = '' } = object;
  const converter = converters.get(`${apiVersion.split('/')[0] ?? ''}/${kind}`);
  if (converter === undefined)
    throw new InvalidInputError(
      kind,
      `there is no conversion of ${kind} of ${apiVersion}: add its kind to the webhooks`,
    );
  return converter.convert(object, desired);
}

function requestIn(review: ReadonlyJsonObject): { readonly desired: string; readonly objects: readonly KubeObject[] } {
  const { apiVersion = v1, kind = 'ConversionReview', request } = review;
  if (!versions.has(apiVersion) || kind !== 'ConversionReview')
    throw new ReviewError(400, `this path takes ConversionReviews of ${[...versions].join(' and ')}`);
  if (!isJsonObject(request)) throw new ReviewError(400, 'the ConversionReview has no request');
  const { uid, desiredAPIVersion: desired, objects } = request;
  if (typeof uid !== 'string') throw new ReviewError(400, 'request.uid is missing or no text');
  if (typeof desired !== 'string') throw new ReviewError(400, 'request.desiredAPIVersion is missing or no text');
  if (!Array.isArray(objects) || !objects.every((one) => isJsonObject(one) && isJsonObject(one['metadata'])))
    throw new ReviewError(400, 'request.objects is missing or holds something else than objects');
  return { desired, objects: objects };
}

function reviewOf(review: ReadonlyJsonObject | undefined, response: object): object {
  const { apiVersion, request } = review ?? {};
  const uid = isJsonObject(request) && typeof request['uid'] === 'string' ? request['uid'] : '';
  return {
    kind: 'ConversionReview',
    apiVersion: versions.has(apiVersion) ? apiVersion : v1,
    response: { uid, convertedObjects: [], ...response },
  };
}
