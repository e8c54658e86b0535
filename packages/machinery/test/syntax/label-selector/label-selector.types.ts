import { labelSelectorToQuery } from '@reeve/machinery';
import type { DeepReadonly, LabelSelector } from '@reeve/machinery';

declare const frozen: DeepReadonly<LabelSelector> | undefined;
declare const generated: {
  matchLabels?: { [key: string]: string };
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
};

labelSelectorToQuery(frozen);
labelSelectorToQuery(generated);

// @ts-expect-error labels are not a selector: it would select everything
labelSelectorToQuery({ app: 'web' });

// @ts-expect-error only four operators can stand in an object
export const wrong: LabelSelector = { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] };
