/**
 * Changes to a kubeconfig's text that leave the rest as it is: comments, order, and fields that nobody here knows.
 * Upstream: clientcmd.ModifyConfig, which writes the file anew.
 */
import type * as Yaml from 'yaml';
import type { Document, YAMLMap, YAMLSeq } from 'yaml';
import type { ClusterEntry, ContextEntry, UserEntry } from './kubeconfig-entries.ts';

/** What to change. Fields of an entry are set one by one; undefined takes a field, or an entry, away. */
export interface KubeConfigChange {
  readonly currentContext?: string | undefined;
  readonly clusters?: Readonly<Record<string, ClusterEntry | undefined>>;
  readonly users?: Readonly<Record<string, UserEntry | undefined>>;
  readonly contexts?: Readonly<Record<string, ContextEntry | undefined>>;
}

/** The text with the changes. */
export const changedKubeConfig = async (text: string, change: KubeConfigChange): Promise<string> => {
  const yaml = await import('yaml');
  const document: Document = yaml.parseDocument(text, { uniqueKeys: false }); // it has been read before, which refuses repeated keys
  if (!yaml.isMap(document.contents)) document.contents = document.createNode({ apiVersion: 'v1', kind: 'Config' });
  for (const [list, field] of lists) {
    for (const [name, entry] of Object.entries(change[list] ?? {}))
      changeEntry(yaml, document, list, field, name, entry);
  }
  if ('currentContext' in change) document.set('current-context', change.currentContext ?? '');
  return document.toString({ lineWidth: 0 });
};

const lists = [
  ['clusters', 'cluster'],
  ['users', 'user'],
  ['contexts', 'context'],
] as const;

function changeEntry(
  yaml: typeof Yaml,
  document: Document,
  list: string,
  field: string,
  name: string,
  entry: ClusterEntry | UserEntry | ContextEntry | undefined,
): void {
  const items = sequenceAt(yaml, document, list);
  const at = items.items.findIndex((item) => yaml.isMap(item) && item.get('name') === name);
  if (entry === undefined) {
    if (at !== -1) items.delete(at);
    return;
  }
  if (at === -1) {
    items.add(document.createNode({ name, [field]: entry }));
    return;
  }
  if (!yaml.isMap(items.getIn([at, field]))) items.setIn([at, field], document.createNode({}));
  setFields(yaml, document, items.getIn([at, field]) as YAMLMap, entry);
}

/** Fields that hold fields are changed inside; their depth is that of the types. */
function setFields(yaml: typeof Yaml, document: Document, map: YAMLMap, fields: object): void {
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) {
    const held = map.get(key, true);
    if (value === undefined) map.delete(key);
    else if (yaml.isMap(held) && typeof value === 'object' && value !== null && !Array.isArray(value))
      setFields(yaml, document, held, value);
    else if (yaml.isScalar(held) && typeof value !== 'object') held.value = value;
    else map.set(key, document.createNode(value));
  }
}

function sequenceAt(yaml: typeof Yaml, document: Document, list: string): YAMLSeq {
  if (!yaml.isSeq(document.get(list))) document.set(list, document.createNode([]));
  return document.get(list) as YAMLSeq;
}
