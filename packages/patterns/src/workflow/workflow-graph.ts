/**
 * The graph of a workflow as data, and as a Mermaid diagram.
 */
import type { NodeEntry } from './node-entry.ts';
import { optionsOf } from './workflow-node.ts';
import type { AnyNode } from './workflow-node.ts';

/** A node of the graph. */
export interface GraphNode {
  readonly name: string;
  readonly type: 'objects' | 'task';
  /** The nodes that must have succeeded first. */
  readonly after: readonly string[];
  /** The nodes that come first if they are not skipped. */
  readonly optionalAfter: readonly string[];
  /** As `Deployment`; empty for a task. */
  readonly produces: readonly string[];
  readonly isConditional: boolean;
}

/** The graph, its nodes in an order in which they can run. */
export interface WorkflowGraph {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
}

/** The graph of some nodes. */
export const graphOf = (name: string, nodes: readonly AnyNode[]): WorkflowGraph => ({
  name,
  nodes: nodes.map((node) => ({
    name: node.name,
    type: node.work.type,
    after: node.after,
    optionalAfter: node.optionalAfter,
    produces: node.work.type === 'objects' ? node.work.node.produces.map(({ kind }) => kind) : [],
    isConditional: optionsOf(node).when !== undefined,
  })),
});

/** The colours of states, which Mermaid takes from classes of nodes. */
const styles: Readonly<Record<string, string>> = {
  done: 'fill:#d5f5e3,stroke:#1e8449',
  failed: 'fill:#fadbd8,stroke:#b03a2e',
  running: 'fill:#d6eaf8,stroke:#2471a3',
  skipped: 'fill:#f2f3f4,stroke:#909497,stroke-dasharray:4',
};

const styleOf: Readonly<Record<NodeEntry['state'], keyof typeof styles>> = {
  Done: 'done',
  Deleted: 'done',
  Running: 'running',
  Waiting: 'running',
  Removing: 'running',
  Retrying: 'failed',
  Failed: 'failed',
  Skipped: 'skipped',
  Removed: 'skipped',
};

/**
 * The graph as a Mermaid flowchart. Objects are boxes, tasks are rounded, edges of `optionalAfter` are dotted. With the record of an owner (`status.workflow`), nodes say their states.
 */
export function mermaidOf(
  { nodes }: WorkflowGraph,
  record: Readonly<Record<string, NodeEntry | undefined>> = {},
): string {
  const lines = ['flowchart TD'];
  const used = new Set<string>();
  for (const node of nodes) {
    const state = Object.hasOwn(record, node.name) ? record[node.name]?.state : undefined;
    const style = state === undefined ? undefined : styleOf[state];
    if (style !== undefined) used.add(style);
    lines.push(`  ${shapeOf(node, state)}${style === undefined ? '' : `:::${style}`}`);
  }
  for (const { name, after, optionalAfter } of nodes) {
    for (const before of after) lines.push(`  ${idOf(before)} --> ${idOf(name)}`);
    for (const before of optionalAfter) lines.push(`  ${idOf(before)} -.-> ${idOf(name)}`);
  }
  for (const style of Object.keys(styles)) if (used.has(style)) lines.push(`  classDef ${style} ${styles[style]}`);
  return `${lines.join('\n')}\n`;
}

function shapeOf({ name, type, produces, isConditional }: GraphNode, state: string | undefined): string {
  const parts = [name, produces.join(', '), isConditional ? 'conditional' : '', state ?? ''];
  const text = `"${parts.filter((part) => part !== '').join('<br/>')}"`;
  return type === 'objects' ? `${idOf(name)}[${text}]` : `${idOf(name)}(${text})`;
}

/** Names such as `end` mean something to Mermaid. */
const idOf = (name: string): string => `node_${name.replaceAll('-', '_')}`;
