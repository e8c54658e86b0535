/**
 * What a table says of a row as a whole: clients grey out pods that are over. Upstream: TableRowCondition of meta/v1.
 */
import { getOwn } from '@reeve/machinery';
import { textAt, type ApiObject } from '@reeve/registry';

export interface RowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

const messages: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** The conditions of an object's row; none for most. */
export function rowConditions({ apiVersion, kind, ...object }: ApiObject): readonly RowCondition[] {
  const reason = textAt(object, 'status', 'phase');
  const message = apiVersion === 'v1' && kind === 'Pod' ? getOwn(messages, reason) : undefined;
  return message === undefined ? [] : [{ type: 'Completed', status: 'True', reason, message }];
}
