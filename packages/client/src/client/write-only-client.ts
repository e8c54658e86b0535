/**
 * The verbs that write, for those who do not look at the answer: that it went well is all that comes back. Answers are read, so that their connections are
 * used again, but not parsed, which is much of what a small write costs.
 */
import type { AnyKind } from '@reeve/machinery';
import type { ApiCall } from '../verbs/api-call.ts';
import type { ApplyInput, Input } from '../verbs/input.ts';
import type { ApplyOptions, DeleteOptions, NamespaceOption, PatchOptions } from '../verbs/options.ts';
import type { Patch } from '../verbs/patch.ts';
import type { Ref } from '../verbs/ref.ts';
import { createCall, deleteCall, objectCall, patchCall } from './kind-calls.ts';
import type { CreateOptions } from './resource-verbs.ts';

/** The writes of one kind. Refusals, warnings and answers that are no JSON are what they are for the other verbs. */
export class WriteOnlyClient<K extends AnyKind> {
  readonly kind: K;
  readonly #call: (call: ApiCall) => unknown;

  constructor(kind: K, call: (call: ApiCall) => unknown) {
    this.kind = kind;
    this.#call = call;
  }

  async create(object: Input<K>, options?: CreateOptions<K>): Promise<void> {
    await this.#write(createCall(this.kind, object, options));
  }

  async update(object: Input<K>, options?: CreateOptions<K>): Promise<void> {
    await this.#write(objectCall('update', this.kind, object, options));
  }

  async patch(ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<void> {
    await this.#write(patchCall(this.kind, ref, patch, options));
  }

  async apply(object: ApplyInput<K>, options?: ApplyOptions & NamespaceOption<K['scope']>): Promise<void> {
    await this.#write(objectCall('apply', this.kind, object, options));
  }

  async delete(ref: Ref<K>, options?: DeleteOptions): Promise<void> {
    await this.#write(deleteCall(this.kind, ref, options));
  }

  #write(call: ApiCall): unknown {
    return this.#call({ ...call, shape: 'nothing' });
  }
}
