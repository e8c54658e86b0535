/**
 * Says on the object itself that its runs never come to rest: the condition `HotLoop`, on kinds whose status has conditions. It is true while the object is held back, and false when a
 * run has found nothing to change. That it cannot be written is no failure of the run.
 */
import { edit, findCondition, generationOf, isAbort, setCondition } from '@reeve/machinery';
import type { AnyKind, Condition, ConditionStatus, DeepReadonly, KubeObject } from '@reeve/machinery';
import type { Surroundings } from './controller-from.ts';
import type { Run } from './controller-options.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName } from './define-controller.ts';

/** The type of the condition. */
export const hotLoopCondition = 'HotLoop';

/** Keeps the condition of objects of one controller. */
export class HotLoopCondition {
  readonly #definition: ControllerDefinition;
  readonly #around: Pick<Surroundings, 'client' | 'reader' | 'fence' | 'host'>;

  constructor(definition: ControllerDefinition, around: Pick<Surroundings, 'client' | 'reader' | 'fence' | 'host'>) {
    this.#definition = definition;
    this.#around = around;
  }

  /** The object is held back. */
  async mark(run: Run): Promise<void> {
    const message = `${controllerName(this.#definition)} writes the same again and again, and is held back`;
    await this.#say(run, (before) => before !== 'True', { status: 'True', reason: 'SameWrites', message });
  }

  /** True of objects that say that this controller holds them back; what others say of them is theirs to take back. */
  isSaidOf(object: DeepReadonly<KubeObject> | undefined): boolean {
    const conditions = object && conditionsIn(object);
    const said = conditions && findCondition(conditions, hotLoopCondition);
    if (said?.status !== 'True') return false;
    const message: unknown = said.message; // whoever wrote it
    return typeof message === 'string' && message.startsWith(`${controllerName(this.#definition)} `);
  }

  /** The object has come to rest. */
  async clear(run: Run): Promise<void> {
    const message = `${controllerName(this.#definition)} found nothing to change`;
    await this.#say(run, (before) => before === 'True', { status: 'False', reason: 'AtRest', message });
  }

  async #say(
    run: Run,
    isNews: (before: ConditionStatus | undefined) => boolean,
    said: { readonly status: ConditionStatus; readonly reason: string; readonly message: string },
  ): Promise<void> {
    try {
      const object = await this.#around.reader.get(this.#definition.for, run.request.key, { signal: run.signal });
      const conditions = object && conditionsOf(this.#definition.for, object);
      if (object === undefined || conditions === undefined) return;
      if (isNews(findCondition(conditions, hotLoopCondition)?.status)) await this.#write(object, conditions, said, run);
    } catch (error) {
      if (!isAbort(error, run.signal)) run.log.debug('the condition of a hot loop could not be written', { error });
    }
  }

  async #write(
    object: DeepReadonly<KubeObject>,
    before: readonly Condition[],
    said: { readonly status: ConditionStatus; readonly reason: string; readonly message: string },
    { signal }: Run,
  ): Promise<void> {
    const { client, fence, host } = this.#around;
    const observedGeneration = generationOf(object);
    const condition = {
      type: hotLoopCondition,
      ...said,
      ...(observedGeneration !== undefined && { observedGeneration }),
    };
    const { conditions } = setCondition(before, condition, { now: host.clock.now() });
    const next = edit(object as DeepReadonly<KubeObject & { status?: object }>, (draft) => {
      draft.status = { ...draft.status, conditions };
    });
    fence.check();
    const fieldManager = this.#definition.fieldManager ?? controllerName(this.#definition);
    await client.updateStatus<AnyKind>(this.#definition.for, next, { fieldManager, signal });
  }
}

/** The conditions of an object; undefined where its kind has none. */
function conditionsOf(kind: AnyKind, object: DeepReadonly<KubeObject>): readonly Condition[] | undefined {
  if (!kind.subresources.includes('status')) return undefined;
  return conditionsIn(object) ?? (definesConditions(kind) ? [] : undefined);
}

function conditionsIn(object: DeepReadonly<KubeObject>): readonly Condition[] | undefined {
  const { conditions } = (object as { readonly status?: { readonly conditions?: unknown } }).status ?? {};
  if (!Array.isArray(conditions)) return undefined;
  const listed = conditions as readonly (Condition | null)[]; // what conditions are in Kubernetes, where nobody wrote something else
  return listed.every(isObject) ? listed : listed.filter(isObject);
}

const isObject = (condition: unknown): condition is Condition => typeof condition === 'object' && condition !== null;

/** Kinds that were defined here know their schema. */
function definesConditions(kind: AnyKind): boolean {
  const { crd } = kind as { readonly crd?: DefinedKind };
  const schema = crd?.spec.versions.find(({ name }) => name === kind.version)?.schema?.openAPIV3Schema;
  return schema?.properties?.['status']?.properties?.['conditions'] !== undefined;
}

interface Properties {
  readonly properties?: Readonly<Record<string, Properties | undefined>>;
}

/** As much of a definition as says which fields there are. */
interface DefinedKind {
  readonly spec: {
    readonly versions: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: Properties };
    }[];
  };
}
