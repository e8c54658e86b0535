/**
 * Validating functions as a handler.
 * Upstream: controller-runtime admission.Validator.
 */
import type { AnyKind, KindObject, ValidateFunctions } from '@reeve/machinery';
import type { AdmissionHandler } from './admission-answer.ts';
import { decodeObject, decodeOldObject } from './decode-object.ts';
import { ReviewError } from '../http/review-error.ts';
import { RequestContext } from './request-context.ts';

/** The handler of validating functions. An operation without a function is allowed. */
export function validating<K extends AnyKind>(
  kind: K | undefined,
  functions: ValidateFunctions<KindObject<K>>,
): AdmissionHandler {
  return (request, handlerContext) => {
    const context = new RequestContext(request, handlerContext);
    switch (request.operation) {
      case 'CREATE': {
        const object = decodeObject(request, kind);
        return context.judge(() => functions.create?.(object, context));
      }
      case 'UPDATE': {
        const [object, old] = [decodeObject(request, kind), decodeOldObject(request, kind)];
        return context.judge(() => functions.update?.(object, old, context));
      }
      case 'DELETE': {
        const object = decodeOldObject(request, kind);
        return context.judge(() => functions.delete?.(object, context));
      }
      case 'CONNECT': {
        const options = decodeObject(request);
        return context.judge(() => functions.connect?.(options, context));
      }
      default:
        throw new ReviewError(400, `unknown operation ${JSON.stringify(request.operation)}`);
    }
  };
}
