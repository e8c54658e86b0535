/**
 * What can be said about `x-kubernetes-validations` without reading the expressions: they are there, messages are one line,
 * reasons are known, and paths lead to a field.
 * Upstream: apiextensions validation ValidateCustomResourceDefinitionOpenAPISchema.
 */
import type { FieldError } from '../field/field-error.ts';
import { invalid, notSupported, required } from '../field/field-error.ts';
import { findField } from '../path/find-field.ts';
import type { SchemaNode, ValidationRule } from './schema-node.ts';

/** Notes what is wrong with the rules of a node. */
export function checkRules(node: SchemaNode, path: string, errors: FieldError[]): void {
  node.validations.forEach((rule, index) => {
    const where = `${path}.x-kubernetes-validations[${index}]`;
    checkText(rule, where, errors);
    checkReason(rule, where, errors);
    checkFieldPath(rule, node, `${where}.fieldPath`, errors);
  });
}

function checkText(
  { rule, message = '', messageExpression = '' }: ValidationRule,
  path: string,
  errors: FieldError[],
): void {
  if (isEmpty(rule)) {
    errors.push(required(`${path}.rule`, 'rule is not specified'));
  } else if (message !== '' && isEmpty(message)) {
    errors.push(invalid(`${path}.message`, message, 'must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    errors.push(invalid(`${path}.message`, message, 'must not contain line breaks'));
  } else if (hasLineBreak(rule.trim()) && isEmpty(message)) {
    errors.push(required(`${path}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression === '' || !isEmpty(messageExpression)) return;
  errors.push(required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'));
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

function checkReason({ reason }: ValidationRule, path: string, errors: FieldError[]): void {
  if (reason === undefined || reasons.includes(reason)) return;
  errors.push(notSupported(`${path}.reason`, reason, reasons));
}

function checkFieldPath(
  { fieldPath = '' }: ValidationRule,
  node: SchemaNode,
  path: string,
  errors: FieldError[],
): void {
  if (fieldPath === '') return;
  if (isEmpty(fieldPath)) errors.push(invalid(path, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) errors.push(invalid(path, fieldPath, 'must not contain line breaks'));
  if ('problem' in findField(node, fieldPath)) errors.push(invalid(path, fieldPath, 'must be a valid path'));
}

const isEmpty = (text: string): boolean => text.trim() === '';

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);
