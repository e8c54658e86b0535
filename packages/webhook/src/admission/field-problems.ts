/**
 * Collects what is wrong with fields, in the words of the API server, and makes the one refusal of it.
 * Upstream: apimachinery util/validation/field, api/errors NewInvalid.
 */
import { canonicalJson, quote } from '@reeve/machinery';
import type { FieldProblems, GroupVersionKind, Status, StatusCause, StatusCauseReason } from '@reeve/machinery';

/** Problems of fields, in the order in which they were found. */
export class CollectedProblems implements FieldProblems {
  readonly #causes: Required<StatusCause>[] = [];

  get any(): boolean {
    return this.#causes.length > 0;
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.#add('FieldValueInvalid', field, `Invalid value: ${printed(value)}`, detail);
  }

  required(field: string, detail = ''): void {
    this.#add('FieldValueRequired', field, 'Required value', detail);
  }

  forbidden(field: string, detail: string): void {
    this.#add('FieldValueForbidden', field, 'Forbidden', detail);
  }

  notSupported(field: string, value: unknown, supported: readonly string[]): void {
    const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`;
    this.#add('FieldValueNotSupported', field, `Unsupported value: ${printed(value)}`, detail);
  }

  duplicate(field: string, value: unknown): void {
    this.#add('FieldValueDuplicate', field, `Duplicate value: ${printed(value)}`, '');
  }

  tooLong(field: string, maximum: number): void {
    const unit = maximum === 1 ? 'byte' : 'bytes';
    this.#add('FieldValueTooLong', field, 'Too long', `may not be more than ${maximum} ${unit}`);
  }

  /** The refusal of an object for all of it. */
  refusal({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>, name: string): Status {
    const printedAll = [...new Set(this.#causes.map(({ field, message }) => `${field}: ${message}`))];
    const problem = printedAll.length === 1 ? printedAll[0] : `[${printedAll.join(', ')}]`;
    const title = group === '' ? kind : `${kind}.${group}`;
    return {
      status: 'Failure',
      message: `${title} ${quote(name)} is invalid: ${problem}`,
      reason: 'Invalid',
      details: { name, group, kind, causes: this.#causes.map((cause) => ({ ...cause })) },
      code: 422,
    };
  }

  #add(reason: StatusCauseReason, field: string, title: string, detail: string): void {
    this.#causes.push({
      reason,
      message: detail === '' ? title : `${title}: ${detail}`,
      field: field === '' ? '<nil>' : field,
    });
  }
}

/** A value as Go prints it: texts quoted, all else as JSON with sorted keys. */
const printed = (value: unknown): string => {
  if (value === undefined) return 'null';
  return typeof value === 'string' ? quote(value) : canonicalJson(value);
};
