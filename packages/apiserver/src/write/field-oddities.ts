/**
 * What happens to unknown and duplicate fields: refused, told as warnings, or passed over, as the client asked.
 */
import { badRequest } from '../error/status-error.ts';
import type { ServedResource } from '../resource/served-resource.ts';
import type { FieldValidation } from '../request/write-options.ts';

export function judgeOddities(
  oddities: readonly string[],
  validation: FieldValidation,
  resource: ServedResource,
  warnings: string[],
): void {
  if (oddities.length === 0 || validation === 'Ignore') return;
  if (validation === 'Warn') warnings.push(...oddities);
  else
    throw badRequest(
      `${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: strict decoding error: ${oddities.join(', ')}`,
    );
}
