/**
 * Converts objects of a custom resource by asking the webhook of its definition. Only labels and annotations of the metadata may come back changed; what else is
 * in it stays, and who an object is has to. Upstream: apiextensions-apiserver conversion webhook_converter.go.
 */
import { deepEqual, stringifyJson, type Host, type JsonObject } from '@reeve/machinery';
import { fieldsAt, hasAt, listAt, qualifiedName, textAt, type ApiObject, type Fields } from '@reeve/registry';
import type { Conversion } from '../custom/definition.ts';
import { OutboundError } from '../outbound/outbound.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { targetOf } from '../webhooks/hook.ts';
import { callWebhook, WebhookAnswerError } from '../webhooks/webhook-client.ts';

/** A conversion that failed, in the real server's words. */
export class ConversionError extends Error {}

/** Makes objects of other versions out of objects. */
export interface Converter {
  /** The objects in the wanted version, in their order. Rejects with a `ConversionError`. */
  convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]>;
}

/** Makes the converter of a definition. */
export type ConverterFor = (conversion: Conversion) => Converter;

const group = 'apiextensions.k8s.io';
/** A conversion has so long. */
const timeoutMs = 30_000;

export const webhookConverters =
  (outbound: OutboundClient, host: Host): ConverterFor =>
  (conversion) =>
    new WebhookConverter(outbound, host, conversion);

class WebhookConverter implements Converter {
  readonly #outbound: OutboundClient;
  readonly #host: Host;
  readonly #client: Fields;
  readonly #version: 'v1' | 'v1beta1';

  constructor(outbound: OutboundClient, host: Host, { webhook }: Conversion) {
    this.#outbound = outbound;
    this.#host = host;
    this.#client = (webhook?.clientConfig ?? {}) as Fields;
    const known = (webhook?.conversionReviewVersions ?? []).find((each) => each === 'v1' || each === 'v1beta1');
    this.#version = known === 'v1beta1' ? 'v1beta1' : 'v1';
  }

  async convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const [first] = objects;
    if (first === undefined) return [];
    const uid = this.#host.uuid();
    const sent = objects.map(withoutVersion);
    const named = `conversion webhook for ${first.apiVersion}, Kind=${first.kind}`;
    const answer = await this.#ask(named, uid, sent, apiVersion);
    const converted = this.#objectsIn(named, answer, uid);
    if (converted.length !== objects.length)
      throw new ConversionError(`${named} returned ${converted.length} objects, expected ${objects.length}`);
    return objects.map((original, index) => checked(named, original, converted[index], index, apiVersion));
  }

  async #ask(named: string, uid: string, objects: readonly ApiObject[], apiVersion: string): Promise<JsonObject> {
    const review = {
      kind: 'ConversionReview',
      apiVersion: `${group}/${this.#version}`,
      request: { uid, desiredAPIVersion: apiVersion, objects },
      response: { uid: '', convertedObjects: null, result: { metadata: {} } },
    };
    const bundle = textAt(this.#client, 'caBundle');
    const call = {
      target: targetOf(this.#client),
      tls: { ca: bundle === '' ? undefined : Buffer.from(bundle, 'base64').toString() },
      timeoutMs,
      review: Buffer.from(`${stringifyJson(review)}\n`),
      userAgent: 'kube-apiserver-admission',
      sleep: (ms: number) => this.#host.sleep(ms),
    };
    try {
      return await callWebhook(this.#outbound, call, { group, version: this.#version, kind: 'ConversionReview' });
    } catch (error) {
      if (error instanceof OutboundError || error instanceof WebhookAnswerError)
        throw new ConversionError(`${named} failed: ${error.message}`);
      throw error;
    }
  }

  #objectsIn(named: string, answer: JsonObject, uid: string): readonly unknown[] {
    const refuse = (problem: string) => new ConversionError(`${named} failed: ${problem}`);
    if (!hasAt(answer, 'response')) throw refuse('no response provided');
    const response = fieldsAt(answer, 'response');
    const answered = textAt(response, 'uid');
    if (this.#version === 'v1' && answered !== uid)
      throw refuse(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
    const status = textAt(response, 'result', 'status');
    if (status !== 'Success')
      throw refuse(textAt(response, 'result', 'message') || `response.result.status was '${status}', not 'Success'`);
    return listAt(response, 'convertedObjects');
  }
}

/** Objects are sent as they are stored, without the version of the write. */
function withoutVersion(object: ApiObject): ApiObject {
  const { resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function checked(named: string, original: ApiObject, given: unknown, index: number, apiVersion: string): ApiObject {
  if (typeof given !== 'object' || given === null) throw new ConversionError('unexpected end of JSON input');
  const converted = given as Fields;
  const odd = (problem: string) =>
    new ConversionError(`${named} returned invalid object at index ${index}: ${problem}`);
  const [version, kind] = [textAt(converted, 'apiVersion'), textAt(converted, 'kind')];
  if (version !== apiVersion) throw odd(`invalid groupVersion (expected ${apiVersion}, received ${version})`);
  if (kind !== original.kind) throw odd(`invalid kind (expected ${original.kind}, received ${kind})`);
  const metadata = fieldsAt(converted, 'metadata');
  const { name = '', namespace = '', uid = '' } = original.metadata;
  for (const [field, word, own] of [
    ['name', 'name', name],
    ['namespace', 'namespace', namespace],
    ['uid', 'UID', uid],
  ] as const) {
    const found = textAt(metadata, field);
    if (found !== own)
      throw new ConversionError(`${named} returned invalid object: must have the same ${word}: ${own} != ${found}`);
  }
  return { ...converted, metadata: restored(named, original.metadata, metadata) };
}

/** The metadata of the original with the labels and the annotations that came back. */
function restored(named: string, original: ApiObject['metadata'], converted: Fields): ApiObject['metadata'] {
  const { labels, annotations, ...rest } = original;
  const made: Record<string, unknown> = { ...rest };
  for (const [field, before] of [
    ['labels', labels],
    ['annotations', annotations],
  ] as const) {
    const found = fieldsAt(converted, field);
    if (Object.keys(found).length === 0) continue;
    made[field] = found;
    const problem = deepEqual(found, before) ? undefined : keyProblem(field, found);
    if (problem !== undefined) throw new ConversionError(`${named} returned invalid metadata: ${problem}`);
  }
  return made;
}

function keyProblem(field: string, entries: Fields): string | undefined {
  for (const key of Object.keys(entries)) {
    const [problem] = qualifiedName(field === 'annotations' ? key.toLowerCase() : key);
    if (problem !== undefined) return `metadata.${field}: Invalid value: ${JSON.stringify(key)}: ${problem}`;
  }
  return undefined;
}
