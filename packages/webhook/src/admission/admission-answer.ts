/**
 * What a function answers to a request, and the usual answers.
 * Upstream: controller-runtime admission.Response and its helpers.
 */
import { createJsonPatch } from '@reeve/machinery';
import type { AdmissionRequest, DeepReadonly, JsonPatchOperation, Logger, Status } from '@reeve/machinery';

/** An answer. What is missing of its status is filled in. */
export interface AdmissionAnswer {
  readonly allowed: boolean;
  readonly status?: DeepReadonly<Status>;
  readonly patch?: readonly JsonPatchOperation[];
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** Answers one request. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionHandlerContext,
) => AdmissionAnswer | Promise<AdmissionAnswer>;

/** What a handler is given beside the request. */
export interface AdmissionHandlerContext {
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The request may go on. */
export const allowed = (message = ''): AdmissionAnswer => validated(true, message);

/** The request is refused with 403. */
export const denied = (message: string): AdmissionAnswer => validated(false, message);

/** Allowed with 200, or refused with 403. */
export const validated = (isAllowed: boolean, message = ''): AdmissionAnswer => ({
  allowed: isAllowed,
  status: {
    code: isAllowed ? 200 : 403,
    ...(!isAllowed && { reason: 'Forbidden' }),
    ...(message !== '' && { message }),
  },
});

/** The request may go on with these changes. */
export const patched = (patch: readonly JsonPatchOperation[], message = ''): AdmissionAnswer => ({
  ...allowed(message),
  ...(patch.length > 0 && { patch }),
});

/** The request may go on with the object as it is now. What is not in it any more is removed. */
export const patchedTo = (
  request: Pick<AdmissionRequest, 'object'>,
  changed: unknown,
  message?: string,
): AdmissionAnswer => patched(createJsonPatch(request.object ?? {}, changed), message);

/** The request could not be judged, and is refused with this code. */
export const errored = (code: number, message: string): AdmissionAnswer => ({
  allowed: false,
  status: { code, message },
});

/** The request is refused as a server refuses it. */
export const refused = (status: DeepReadonly<Status>): AdmissionAnswer => ({ allowed: false, status });

/** The answer with more warnings behind those that it has. */
export const withWarnings = (answer: AdmissionAnswer, ...warnings: readonly string[]): AdmissionAnswer =>
  warnings.length === 0 ? answer : { ...answer, warnings: [...(answer.warnings ?? []), ...warnings] };
