/**
 * Effects outside Kubernetes (a DNS record, a bucket, a mail) as named values. In production they run as written; a virtual
 * world replaces them by stand-ins, so that a controller that touches a cloud can be crashed and replayed as well.
 */

/** One kind of effect: its name is what a virtual world, a log and a trace know it by. */
export interface Effect<Input, Output> {
  readonly name: string;
  run(input: Input, signal?: AbortSignal): Promise<Output>;
}

/** Performs effects: really in production, by stand-in in a virtual world. */
export interface EffectRegistry {
  perform<Input, Output>(effect: Effect<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output>;
}

/** Declares an effect. */
export const defineEffect = <Input, Output>(
  name: string,
  run: (input: Input, signal?: AbortSignal) => Promise<Output>,
): Effect<Input, Output> => ({ name, run });
