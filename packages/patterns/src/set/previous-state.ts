/**
 * What a set has applied to an object before: the fields that its manager owns, as the server has noted them, or what wrangler has left in its annotation.
 * Upstream: client-go's Extract functions.
 */
import { deepEqual, isJsonArray, isJsonObject, ownedFields, parseJson } from '@reeve/machinery';
import type { Client } from '@reeve/client';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { wranglerApplied } from '../migration/wrangler-set.ts';
import type { DesiredObject } from './desired-objects.ts';
import type { KindRule, RuleResult } from './set-options.ts';
import type { LiveObject, SetAccess } from './set-access.ts';

/** What a rule is asked about. */
export interface RuleCase {
  readonly access: SetAccess;
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly client: Client;
}

/** What a rule says. It is given the three states of the object. */
export async function ruleResult(rule: KindRule, { access, desired, live, client }: RuleCase): Promise<RuleResult> {
  const managed = live.metadata.managedFields === undefined ? await withManagers(access, desired, live) : live;
  const previous = previousState(managed, access.fieldManager);
  const input = { live, previous, desired: desired.object, client };
  return (await rule.reconcile?.(input as never)) ?? 'apply'; // objects of the rule's kind
}

/** Caches hold no managers. */
const withManagers = async (access: SetAccess, { kind, key }: DesiredObject, live: LiveObject): Promise<LiveObject> => {
  const options = access.signal === undefined ? {} : { signal: access.signal };
  const fresh: LiveObject = await access.client.get(kind, key, options);
  return fresh.metadata.uid === live.metadata.uid ? fresh : live;
};

/** The fields that a manager has applied, with the values that they have now; undefined where it has applied none. */
export function previousState(live: LiveObject, manager: string): DeepReadonly<Partial<KubeObject>> | undefined {
  const fields = ownedFields(live.metadata.managedFields, manager, { operation: 'Apply' }); // only read
  if (fields.isEmpty) return wranglerApplied(live);
  const { apiVersion = '', kind = '' } = live;
  const owned = extracted(live, fields.toFieldsV1());
  return { apiVersion, kind, ...(isJsonObject(owned) ? owned : {}) };
}

/** The part of a value that a set of fields names. A field without fields below stands for all of its value. */
function extracted(value: unknown, fields: object): unknown {
  const entries = Object.entries(fields).filter(([name]) => name !== '.');
  if (entries.length === 0) return value;
  if (isJsonArray(value)) return value.flatMap((item) => extractedItem(item, entries));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    entries.flatMap(([name, below]) => {
      const field = name.slice('f:'.length);
      return Object.hasOwn(value, field) ? [[field, extracted(value[field], below as object)]] : [];
    }),
  );
}

function extractedItem(item: unknown, entries: readonly (readonly [string, unknown])[]): unknown[] {
  const found = entries.find(([name]) => isNamedBy(item, name));
  return found === undefined ? [] : [extracted(item, found[1] as object)];
}

/** `k:{"name":"web"}` names an item by its keys, `v:"a"` by its value. */
function isNamedBy(item: unknown, name: string): boolean {
  const key = parseJson(name.slice('k:'.length));
  if (name.startsWith('v:')) return deepEqual(item, key);
  if (!name.startsWith('k:') || !isJsonObject(key) || !isJsonObject(item)) return false;
  return Object.entries(key).every(([field, value]) => deepEqual(item[field], value));
}
