/**
 * A graph of steps for one owner: objects and tasks that follow each other, with typed outputs, results that survive restarts, and removal in reverse order. It is a step of a controller.
 * Upstream: none in Go; the Java Operator SDK's workflows are near.
 */
import { InvalidInputError, refuseUnknownOptions } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, ObjectKey, TypeHint } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult, Step, StepNeeds, StepResult } from '@reeve/runtime';
import { finalizer } from '../step/finalizer.ts';
import type { FinalizerName } from '../step/finalizer.ts';
import { succeeded } from '../step/handler-condition.ts';
import type { ConditionShape, HandlerVerdict } from '../step/handler-condition.ts';
import { OwnedSets } from '../step/owned-sets.ts';
import { checkStatusKind } from '../step/status-handler.ts';
import { checkRetry } from './node-entry.ts';
import type { NodeEntry } from './node-entry.ts';
import { graphOf, mermaidOf } from './workflow-graph.ts';
import type { WorkflowGraph } from './workflow-graph.ts';
import { optionsOf } from './workflow-node.ts';
import type { AnyNode, Makes, NodeInput, ObjectsNode, RefsOf, TaskNode } from './workflow-node.ts';
import { WorkflowRecord } from './workflow-record.ts';
import { WorkflowRun } from './workflow-run.ts';

/** What a workflow is. */
export interface WorkflowOptions {
  /** The name of the step, and part of the names of its sets. */
  readonly name: string;
  /** The field of the owner's status that keeps the results: `workflow: k.workflow()`. `workflow` unless given. */
  readonly field?: string;
  /** The type of a condition that says how the whole fares; none unless given. */
  readonly condition?: string;
  /** `standard` unless given. */
  readonly conditionShape?: ConditionShape;
  /** What holds the owner until everything is removed; `workflows.reeve.dev/NAME` unless given. */
  readonly finalizer?: FinalizerName;
}

/** The outputs that a node is given. */
type Given<Outputs, After extends keyof Outputs, OptionalAfter extends keyof Outputs> = {
  readonly [Name in After]: Outputs[Name];
} & { readonly [Name in Exclude<OptionalAfter, After>]: Outputs[Name] | undefined };

/** What the name of a new node must be besides. */
type NewName<Name extends string, Outputs> = Name extends keyof Outputs
  ? TypeHint<'the workflow has a node of this name already'>
  : unknown;

/** A workflow with one node more. */
type With<Outputs, Name extends string, Output> = Outputs & { readonly [One in Name]: DeepReadonly<Output> };

const knownOptions: Readonly<Record<keyof WorkflowOptions, true>> = {
  name: true,
  field: true,
  condition: true,
  conditionShape: true,
  finalizer: true,
};

/**
 * A workflow without nodes. `objects` and `task` add them, each after those that it names; a node that is not there yet cannot be named, so that there are no cycles.
 */
export const workflow = <const K extends AnyKind>(kind: K, options: WorkflowOptions): Workflow<K> => {
  refuseUnknownOptions('a workflow', options, knownOptions);
  checkStatusKind(kind, options.name);
  return new Workflow<K>(kind, options, []);
};

/** A workflow. It never changes: adding a node makes another. */
export class Workflow<K extends AnyKind, Outputs extends object = object> implements Step<K> {
  readonly name: string;
  /** The graph as data. */
  readonly graph: WorkflowGraph;
  readonly #kind: K;
  readonly #options: WorkflowOptions;
  readonly #nodes: readonly AnyNode[];
  readonly #sets: OwnedSets<K>;
  readonly #finalizer: Step<K>;

  constructor(kind: K, options: WorkflowOptions, nodes: readonly AnyNode[]) {
    const { name, finalizer: held = `workflows.reeve.dev/${name}` } = options;
    this.name = name;
    this.graph = graphOf(name, nodes);
    this.#kind = kind;
    this.#options = options;
    this.#nodes = nodes;
    const produced = nodes.flatMap(({ work }) => (work.type === 'objects' ? work.node.produces : []));
    this.#sets = new OwnedSets(`the workflow ${name}`, kind, produced);
    this.#finalizer = finalizer(kind, {
      name: held,
      cleanup: async (object, context) => await this.#runOf(object, context).remove(),
    });
  }

  /** Adds a node that is objects. */
  objects<
    const Name extends string,
    Produced extends AnyKind,
    const Made extends Makes<Produced>,
    const After extends keyof Outputs & string = never,
    const OptionalAfter extends keyof Outputs & string = never,
    Output = RefsOf<Made>,
  >(
    name: Name & NewName<Name, Outputs>,
    node: ObjectsNode<NodeInput<K, Given<Outputs, After, OptionalAfter>>, After, OptionalAfter, Produced, Made, Output>,
  ): Workflow<K, With<Outputs, Name, Output>> {
    if (node.produces.length === 0)
      throw new InvalidInputError('produces', `the node ${name} produces no kinds: list the kinds of its objects`);
    const work = { type: 'objects', node } as unknown as AnyNode['work']; // its types are forgotten
    return this.#with<With<Outputs, Name, Output>>(name, work);
  }

  /** Adds a node that is a function. */
  task<
    const Name extends string,
    Output,
    const After extends keyof Outputs & string = never,
    const OptionalAfter extends keyof Outputs & string = never,
  >(
    name: Name & NewName<Name, Outputs>,
    node: TaskNode<K, NodeInput<K, Given<Outputs, After, OptionalAfter>>, After, OptionalAfter, Output>,
  ): Workflow<K, With<Outputs, Name, Output>> {
    if (!((node.pollMs ?? 1) > 0 && (node.pollMs ?? 1) < Infinity))
      throw new InvalidInputError(
        String(node.pollMs),
        `pollMs of the node ${name} is ${node.pollMs}: give a number of milliseconds above 0`,
      );
    const work = { type: 'task', node } as unknown as AnyNode['work']; // its types are forgotten
    return this.#with<With<Outputs, Name, Output>>(name, work);
  }

  /** The graph as a Mermaid flowchart; with an owner, nodes say their states. */
  mermaid(object?: CachedObject<K>): string {
    return mermaidOf(this.graph, object === undefined ? {} : this.#entriesIn(object));
  }

  get needs(): StepNeeds {
    if (this.#nodes.length === 0)
      throw new InvalidInputError(this.name, `the workflow ${this.name} has no nodes: add objects() or task()`);
    return this.#sets.needs;
  }

  async live(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> {
    await this.#finalizer.live?.(object, context);
    const newest = await context.get(this.#kind, context.key);
    return newest === undefined ? undefined : await this.#runOf(newest, context).live();
  }

  deleting(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> | StepResult<K> {
    return this.#finalizer.deleting?.(object, context);
  }

  /** Somebody may have taken the finalizer off: what is left of the objects is deleted. Tasks cannot be undone, as their outputs are gone. */
  async gone(key: ObjectKey, context: Omit<ReconcileContext<K>, 'status'>): Promise<ReconcileResult | void> {
    const { apiVersion, kind } = this.#kind;
    const [namespace, name = ''] = key.includes('/') ? key.split('/') : [undefined, key];
    const owner = { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } };
    for (const node of this.#nodes.toReversed()) {
      if (node.work.type === 'task') continue;
      const set = this.#sets.setOf(`${this.name}.${node.name}`, owner, context, { scope: node.work.node.scope });
      await set.remove({ signal: context.signal });
    }
  }

  #with<Next extends object>(name: string, work: AnyNode['work']): Workflow<K, Next> {
    const { after = [], optionalAfter = [], retry } = work.node;
    const where = `the node ${name} of the workflow ${this.name}`;
    if (!/^[a-z]([-a-z0-9]{0,28}[a-z0-9])?$/u.test(name))
      throw new InvalidInputError(
        name,
        `${where} has a name that cannot be used: write at most 30 lower case letters, digits and dashes, with a letter first`,
      );
    const known = this.#nodes.map((node) => node.name);
    if (known.includes(name)) throw new InvalidInputError(name, `${where} is there twice: give one another name`);
    for (const one of [...after, ...optionalAfter])
      if (!known.includes(one))
        throw new InvalidInputError(
          one,
          `${where} comes after ${one}, which is not there yet: add ${one} first; there can be no cycles`,
        );
    checkRetry(name, retry);
    return new Workflow<K, Next>(this.#kind, this.#options, [...this.#nodes, { name, after, optionalAfter, work }]);
  }

  #runOf(object: CachedObject<K>, context: ReconcileContext<K>): WorkflowRun<K> {
    const { field = 'workflow', conditionShape = 'standard' } = this.#options;
    const record = new WorkflowRecord(object, {
      kind: this.#kind,
      context,
      field,
      conditionShape,
      verdicts: (entries) => this.#verdicts(entries),
    });
    return new WorkflowRun({ name: this.name, nodes: this.#nodes, object, context, record, sets: this.#sets });
  }

  #entriesIn(object: CachedObject<K>): Readonly<Record<string, NodeEntry | undefined>> {
    const { field = 'workflow' } = this.#options;
    const status = (object as { readonly status?: Readonly<Record<string, unknown>> }).status;
    return (status?.[field] ?? {}) as Readonly<Record<string, NodeEntry | undefined>>; // its schema is k.workflow()
  }

  /** What the conditions say: those of nodes that have one, and that of the whole. */
  #verdicts(entries: Readonly<Record<string, NodeEntry | undefined>>): [string, HandlerVerdict][] {
    const { condition } = this.#options;
    const all = this.#nodes.map((node) => ({
      node,
      entry: Object.hasOwn(entries, node.name) ? entries[node.name] : undefined,
    }));
    const own = all.flatMap(({ node, entry }): [string, HandlerVerdict][] => {
      const { condition: type } = optionsOf(node);
      return type === undefined ? [] : [[type, verdictOfNode(entry)]];
    });
    return condition === undefined ? own : [...own, [condition, verdictOfAll(all)]];
  }
}

const settled: ReadonlySet<NodeEntry['state'] | undefined> = new Set(['Done', 'Deleted', 'Skipped'] as const);

function verdictOfNode(entry: NodeEntry | undefined): HandlerVerdict {
  if (entry === undefined) return { status: 'False', reason: 'Waiting', message: 'it has not been looked at yet' };
  const { state, message = '' } = entry;
  if (!settled.has(state)) return { status: 'False', reason: state, message };
  return state === 'Skipped' ? { status: 'True', reason: 'Skipped', message } : succeeded;
}

/** The worst of all, with the reasons of those that are not there yet. */
function verdictOfAll(
  all: readonly { readonly node: AnyNode; readonly entry: NodeEntry | undefined }[],
): HandlerVerdict {
  const open = all.filter(({ entry }) => !settled.has(entry?.state));
  if (open.length === 0) return succeeded;
  const states = open.map(({ entry }) => entry?.state ?? 'Waiting');
  const reason =
    (['Failed', 'Retrying', 'Removing', 'Running'] as const).find((one) => states.includes(one)) ?? 'Waiting';
  const told = open.map(
    ({ node, entry }) => `${node.name}: ${entry?.message ?? (entry?.state ?? 'Waiting').toLowerCase()}`,
  );
  return { status: 'False', reason, message: told.join('; ').slice(0, 4096) };
}
