/**
 * A defaulting function as a handler: it writes to a draft of what the client sent, and what changed becomes the patch. Fields that nobody knows stay as they are.
 * Upstream: controller-runtime admission.Defaulter.
 */
import { createJsonPatch } from '@reeve/machinery';
import type { AdmissionContext, AnyKind, DeepWritable, KindObject } from '@reeve/machinery';
import { allowed } from './admission-answer.ts';
import type { AdmissionHandler } from './admission-answer.ts';
import { decodeObject } from './decode-object.ts';
import { draftOf } from './draft-of.ts';
import { RequestContext } from './request-context.ts';

/** Changes a draft. */
export type DefaultFunction<K extends AnyKind = AnyKind> = (
  draft: DeepWritable<KindObject<K>>,
  context: AdmissionContext,
) => void | Promise<void>;

/** How defaults are made. */
export interface DefaultingOptions {
  /**
   * Brings the object into the form that a server would store, without the fields that the schema does not know: `Website.conform`. Without it unknown fields are kept, so that objects
   * of a newer client lose nothing.
   */
  readonly conform?: (object: object) => { readonly object: object };
}

/** The handler of a defaulting function. Deletions pass. */
export function defaulting<K extends AnyKind>(
  kind: K | undefined,
  change: DefaultFunction<K>,
  { conform }: DefaultingOptions = {},
): AdmissionHandler {
  return (request, handlerContext) => {
    if (request.operation === 'DELETE') return allowed();
    const object = decodeObject(request, kind);
    const draft = draftOf(object);
    const context = new RequestContext(request, handlerContext);
    return context.judge(
      () => change(draft as DeepWritable<KindObject<K>>, context),
      () => createJsonPatch(object, conform === undefined ? draft : conform(draft as object).object),
    );
  };
}
