/**
 * Several handlers as one. They all see the request as it came; the first that refuses decides, and then nothing is changed.
 * Upstream: controller-runtime admission.MultiMutatingHandler, MultiValidatingHandler.
 */
import type { JsonPatchOperation } from '@reeve/machinery';
import { allowed, errored } from './admission-answer.ts';
import type { AdmissionAnswer, AdmissionHandler } from './admission-answer.ts';

/** Handlers one after the other: patches and warnings are put together. */
export const severalMutating =
  (...handlers: readonly AdmissionHandler[]): AdmissionHandler =>
  async (request, context) =>
    merged(await inTurn(handlers, (handler) => handler(request, context)));

/** The same for handlers that only judge: one that wants to change something is a mistake. */
export const severalValidating =
  (...handlers: readonly AdmissionHandler[]): AdmissionHandler =>
  async (request, context) => {
    const answers = await inTurn(handlers, (handler) => handler(request, context));
    if (answers.some(({ allowed: isAllowed, patch }) => isAllowed && patch !== undefined && patch.length > 0))
      return errored(500, 'a validating webhook wants to change the object: register it as a mutating one');
    return merged(answers);
  };

async function inTurn(
  handlers: readonly AdmissionHandler[],
  ask: (handler: AdmissionHandler) => AdmissionAnswer | Promise<AdmissionAnswer>,
): Promise<readonly AdmissionAnswer[]> {
  const answers: AdmissionAnswer[] = [];
  for (const handler of handlers) {
    const answer = await ask(handler);
    answers.push(answer);
    if (!answer.allowed) break;
  }
  return answers;
}

/** The last answer is the only one that may refuse. */
function merged(answers: readonly AdmissionAnswer[]): AdmissionAnswer {
  const last = answers.at(-1);
  const warnings = answers.flatMap((answer) => answer.warnings ?? []);
  const audits = answers.flatMap((answer) => Object.entries(answer.auditAnnotations ?? {}));
  const notes = {
    ...(warnings.length > 0 && { warnings }),
    ...(audits.length > 0 && { auditAnnotations: Object.fromEntries(audits) }),
  };
  if (last !== undefined && !last.allowed)
    return { allowed: false, ...(last.status && { status: last.status }), ...notes };
  const patch: JsonPatchOperation[] = answers.flatMap((answer) => answer.patch ?? []);
  return { ...allowed(), ...(patch.length > 0 && { patch }), ...notes };
}
