/**
 * What the types of conditions must and must not allow. Compiling is passing.
 */
import { findCondition, isConditionTrue, setCondition } from '@reeve/machinery';
import type { Condition, DeepReadonly } from '@reeve/machinery';

type SiteCondition = Condition<'Ready' | 'Degraded'>;
declare const conditions: DeepReadonly<SiteCondition[]>;

const changed: SiteCondition[] = setCondition(
  conditions,
  { type: 'Ready', status: 'True', reason: 'Served' },
  { now: 0 },
).conditions;
void changed;
const first: Condition[] = setCondition(
  undefined,
  { type: 'Any', status: 'True', reason: 'A' },
  { now: '' },
).conditions;
void first;

// @ts-expect-error no such type of condition was declared
setCondition(conditions, { type: 'Raedy', status: 'True', reason: 'Served' }, { now: 0 });
// @ts-expect-error a status is True, False or Unknown
setCondition(conditions, { type: 'Ready', status: true, reason: 'Served' }, { now: 0 });
// @ts-expect-error a reason is required
setCondition(conditions, { type: 'Ready', status: 'True' }, { now: 0 });
// @ts-expect-error nobody reads the clock here: the time is passed in
setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Served' });
// @ts-expect-error a misspelt type is never found
findCondition(conditions, 'Raedy');
// @ts-expect-error a misspelt type is never true
isConditionTrue(conditions, 'Raedy');
