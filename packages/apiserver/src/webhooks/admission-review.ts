/**
 * The reviews of admission webhooks: the question as it is sent, and what an answer says. Upstream: apiserver admission/plugin/webhook/request.
 */
import { stringifyJson, type JsonObject } from '@reeve/machinery';
import { fieldsAt, hasAt, textAt, textsAt, valueAt, type AdmissionRequest, type ApiObject } from '@reeve/registry';
import type { Matched } from '../admission/request-matcher.ts';

/** The objects of a request in the version that a webhook wants to see. */
export interface ReviewedObjects {
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
}

/** What a webhook answers, once it is known to be an answer to the question. */
export interface ReviewAnswer {
  readonly isAllowed: boolean;
  readonly status: JsonObject | undefined;
  readonly warnings: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  /** The patch as text, and its type; empty where there is none. */
  readonly patch: string;
  readonly patchType: string;
}

/** An answer that is none to the question. */
export class InvalidAnswer extends Error {}

export const reviewGroup = 'admission.k8s.io';

/** Text of the part of a review that is the same for all webhooks that see the same objects. */
export function reviewBody(request: AdmissionRequest, { resource, form }: Matched, shown: ReviewedObjects): string {
  const { subresource, name, namespace, operation, user, isDryRun, options } = request;
  const { uid, groups, extra } = user;
  const parts = {
    kind: { group: form.group, version: form.version, kind: form.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.plural },
    ...(subresource && { subResource: subresource }),
    requestKind: { group: request.form.group, version: request.form.version, kind: request.form.kind },
    requestResource: {
      group: request.resource.group,
      version: request.resource.version,
      resource: request.resource.plural,
    },
    ...(subresource && { requestSubResource: subresource }),
    ...(name && { name }),
    ...(namespace && { namespace }),
    operation,
    userInfo: {
      ...(user.name && { username: user.name }),
      ...(uid && { uid }),
      ...(groups.length > 0 && { groups }),
      ...(extra && Object.keys(extra).length > 0 && { extra }),
    },
    object: shown.object ?? null,
    oldObject: shown.old ?? null,
    dryRun: isDryRun,
    options: options ?? null,
  };
  return stringifyJson(parts).slice(1);
}

/** A review with an identity of its own. */
export function reviewBytes(version: string, uid: string, body: string): Uint8Array {
  return Buffer.from(
    `{"kind":"AdmissionReview","apiVersion":"${reviewGroup}/${version}","request":{"uid":"${uid}",${body}}\n`,
  );
}

/** Reads an answer. Throws `InvalidAnswer`. */
export function readAnswer(
  review: JsonObject,
  { uid, version, isMutating }: { uid: string; version: string; isMutating: boolean },
): ReviewAnswer {
  if (!hasAt(review, 'response')) throw new InvalidAnswer('webhook response was absent');
  const response = fieldsAt(review, 'response');
  if (version === 'v1' && textAt(response, 'uid') !== uid)
    throw new InvalidAnswer(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(textAt(response, 'uid'))}`,
    );
  const isTold = version === 'v1'; // older webhooks may leave it out
  const [apiVersion, kind] = [textAt(review, 'apiVersion'), textAt(review, 'kind')];
  if (isTold && (apiVersion !== `${reviewGroup}/${version}` || kind !== 'AdmissionReview'))
    throw new InvalidAnswer(
      `expected webhook response of ${reviewGroup}/${version}, Kind=AdmissionReview, got ${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`,
    );
  const status = fieldsAt(response, 'status');
  return {
    isAllowed: response['allowed'] === true,
    status: hasAt(response, 'status') ? (status as JsonObject) : undefined,
    warnings: textsAt(response, 'warnings'),
    annotations: fieldsAt(response, 'auditAnnotations') as Readonly<Record<string, string>>,
    ...patchOf(response, version, isMutating),
  };
}

function patchOf(response: object, version: string, isMutating: boolean): { patch: string; patchType: string } {
  const patch = Buffer.from(textAt(response, 'patch'), 'base64').toString();
  const given = valueAt(response, 'patchType');
  const type = typeof given === 'string' ? given : undefined;
  if (version === 'v1beta1') return isMutating && patch !== '' ? { patch, patchType: 'JSONPatch' } : noPatch;
  if (!isMutating) {
    if (patch !== '') throw new InvalidAnswer('validating webhook may not return response.patch');
    if (type !== undefined) throw new InvalidAnswer('validating webhook may not return response.patchType');
    return noPatch;
  }
  if (patch !== '' && type === undefined)
    throw new InvalidAnswer('webhook returned response.patch but not response.patchType');
  if (patch === '' && type !== undefined)
    throw new InvalidAnswer('webhook returned response.patchType but not response.patch');
  if (type === '') throw new InvalidAnswer('webhook returned invalid response.patchType of ""');
  return { patch, patchType: type ?? '' };
}

const noPatch = { patch: '', patchType: '' };
