/**
 * Questions to ask again and again: each is a function that reads, changes or compares once, for `cluster.eventually`, vitest's `expect.poll` and the like.
 * Upstream: controller-runtime envtest/komega.
 */
import type { Client, HasSubresource, ListOptions, Ref } from '@reeve/client';
import type { AnyKind, KindObject, ObjectList } from '@reeve/machinery';

/** Changes an object that was just read. */
export type Change<T> = (draft: T) => void | Promise<void>;

/** Asks once. A signal ends the request. */
export type Poller<T> = (signal?: AbortSignal) => Promise<T>;

/** Pollers over a client. */
export interface Pollers {
  /** The object as it is now. One that is not there is an error: the question is asked again. */
  get<K extends AnyKind>(kind: K, ref: Ref<K>): Poller<KindObject<K>>;

  /** The objects as they are now. */
  list<K extends AnyKind>(kind: K, options?: Omit<ListOptions<K>, 'signal'>): Poller<ObjectList<KindObject<K>>>;

  /** Reads the object, changes it and writes it. Somebody who was faster is an error: the question is asked again. */
  update<K extends AnyKind>(kind: K, ref: Ref<K>, change: Change<KindObject<K>>): Poller<KindObject<K>>;

  /** The same for the status. */
  updateStatus<K extends AnyKind>(
    kind: K & HasSubresource<K, 'status'>,
    ref: Ref<K>,
    change: Change<KindObject<K>>,
  ): Poller<KindObject<K>>;

  /** The same pollers, whose requests end with the signal as well. */
  withSignal(signal: AbortSignal): Pollers;
}

/** Pollers over a client. */
export function pollersFor(client: Client, own?: AbortSignal): Pollers {
  const within = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } => {
    const signals = [own, signal].filter((one) => one !== undefined);
    return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
  };
  return {
    get: (kind, ref) => (signal) => client.get(kind, ref, within(signal)),
    list:
      <K extends AnyKind>(kind: K, options?: Omit<ListOptions<K>, 'signal'>) =>
      (signal?: AbortSignal) =>
        client.list(kind, { ...options, ...within(signal) } as ListOptions<K>), // those options and a signal
    update: (kind, ref, change) => async (signal) => {
      const draft = await client.get(kind, ref, within(signal));
      await change(draft);
      return await client.update(kind, draft as never, within(signal)); // an object of the kind, as it was read
    },
    updateStatus:
      <K extends AnyKind>(kind: K & HasSubresource<K, 'status'>, ref: Ref<K>, change: Change<KindObject<K>>) =>
      async (signal?: AbortSignal) => {
        const draft = await client.get<K>(kind, ref, within(signal));
        await change(draft);
        return await client.updateStatus<K>(kind, draft as never, within(signal)); // an object of the kind, as it was read
      },
    withSignal: (signal) => pollersFor(client, own ? AbortSignal.any([own, signal]) : signal),
  };
}
