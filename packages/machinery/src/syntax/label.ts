/**
 * What a label may be: its key is a qualified name, its value up to 63 characters of the same kind, or empty.
 * Upstream: apimachinery util/validation IsQualifiedName, IsValidLabelValue.
 */
import { nameProblems } from './name-rule.ts';
import type { NameRule } from './name-rule.ts';
import { namePart, qualifiedNameProblems } from './qualified-name.ts';

/** The problems of a label's key: none, when it is a qualified name. */
export const labelKeyProblems = (key: string): string[] => qualifiedNameProblems(key);

/** The problems of a label's value. The empty value is a good one. */
export const labelValueProblems = (value: string): string[] => nameProblems(labelValue, value);

/** True of a text that may be the key of a label. */
export const isLabelKey = (key: string): boolean => labelKeyProblems(key).length === 0;

/** True of a text that may be the value of a label. */
export const isLabelValue = (value: string): boolean => labelValueProblems(value).length === 0;

const labelValue: NameRule = {
  shape: `empty, or ${namePart.shape}`,
  pattern: `(${namePart.pattern})?`,
  maxLength: 63,
  examples: ['MyValue', 'my_value', '12345'],
};
