/**
 * A kind that nobody told the scheme about.
 * Upstream: apimachinery runtime NotRegisteredError.
 */
import { ReeveError } from '../errors/reeve-error.ts';

/** Says what was looked for, what is known that comes close, and what to do. */
export class KindNotRegisteredError extends ReeveError {
  /** What was looked for, as in `apps/v1, Kind=Deployment`. */
  readonly wanted: string;
  /** The kinds that come closest, in the same notation: the same name in other groups and versions, else the same group. */
  readonly similar: readonly string[];

  constructor(wanted: string, similar: readonly string[], options?: ErrorOptions) {
    const known = similar.length === 0 ? 'It knows nothing of that name or group' : `It knows ${similar.join('; ')}`;
    super(
      'REEVE_KIND_NOT_REGISTERED',
      `${wanted} is not registered in the scheme. ${known}. Add the kind with scheme.add(), or correct apiVersion and kind`,
      options,
    );
    this.wanted = wanted;
    this.similar = similar;
  }
}
