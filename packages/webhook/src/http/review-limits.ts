/**
 * How much one review may cost, and how many may be under way.
 */
import { InvalidInputError } from '@reeve/machinery';

/** Limits of a webhook server. */
export interface ReviewLimits {
  /** The longest body of an admission review; 7 MiB unless given, as controller-runtime has it. */
  readonly maxAdmissionBytes?: number;
  /** The longest body of a conversion review, which holds a page of a list; 64 MiB unless given. */
  readonly maxConversionBytes?: number;
  /** The longest body of a token review or an access review; 1 MiB unless given. */
  readonly maxAuthenticationBytes?: number;
  /** How deep a review may nest; 1000 levels unless given. */
  readonly maxDepth?: number;
  /** How long a review may take where the server does not say how long it waits; 10 seconds unless given. */
  readonly timeoutMs?: number;
  /** How many reviews may be under way; 1000 unless given. Those above are refused at once, so that the server can ask another replica. */
  readonly maxConcurrent?: number;
}

/** Limits with nothing left open. */
export type KnownLimits = Required<ReviewLimits>;

const preset: KnownLimits = {
  maxAdmissionBytes: 7 * 2 ** 20,
  maxConversionBytes: 64 * 2 ** 20,
  maxAuthenticationBytes: 2 ** 20,
  maxDepth: 1000,
  timeoutMs: 10_000,
  maxConcurrent: 1000,
};

/** The limits, checked. */
export function knownLimits(given: ReviewLimits = {}): KnownLimits {
  for (const [name, value] of Object.entries(given))
    if (!(name in preset) || !(Number(value) > 0))
      throw new InvalidInputError(
        `limits.${name}`,
        `limits.${name} is ${String(value)}: write a number above 0 for one of ${Object.keys(preset).join(', ')}`,
      );
  return { ...preset, ...given };
}
