/**
 * Times to the microsecond, as leases and events have them: RFC 3339 with six digits of fraction, in UTC. In programs they
 * are whole microseconds since 1970. No time is undefined here, and null or absent in JSON.
 * Upstream: apimachinery meta/v1 MicroTime.
 */
import { formatRfc3339, parseRfc3339 } from './rfc3339.ts';

/** The microseconds since 1970. Any offset and fraction is understood; what is no time is an `InvalidInputError`. */
export const parseMicroTime = (text: string | null | undefined): bigint | undefined =>
  text === null || text === undefined ? undefined : parseRfc3339(text);

/** The time as text; null for none. `microsFromMs` makes microseconds of `clock.now()`. */
export function formatMicroTime(micros: bigint): string;
export function formatMicroTime(micros: bigint | null | undefined): string | null;
export function formatMicroTime(micros: bigint | null | undefined): string | null {
  return micros === null || micros === undefined ? null : formatRfc3339(micros, 'micros');
}
