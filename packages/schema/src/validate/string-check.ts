/**
 * The length, the pattern and the format of a string. Characters are code points. Of length and pattern only the first
 * that fails is reported.
 * Upstream: kube-openapi stringValidator and formatValidator.
 */
import { quote } from '@reeve/machinery';
import type { FormatTest } from '@reeve/cel';
import { compilePattern, formatTest } from '@reeve/cel';
import { invalid, tooLong, typeInvalid } from '../field/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { ValidationRun } from './run.ts';

/** Checks a string. */
export type StringCheck = (value: string, run: ValidationRun) => void;

/** The check of strings, or undefined when every string passes. */
export function compileStringCheck(node: SchemaNode, format: string): StringCheck | undefined {
  const text = compileTextCheck(node);
  const test = formatTest(format);
  const isFormat = test === undefined ? undefined : compileFormatCheck(format, test);
  if (text === undefined || isFormat === undefined) return text ?? isFormat;
  return (value, run) => {
    text(value, run);
    isFormat(value, run);
  };
}

function compileTextCheck({ maxLength = Infinity, minLength = 0, pattern }: SchemaNode): StringCheck | undefined {
  if (maxLength === Infinity && minLength <= 0 && pattern === '') return undefined;
  const test = pattern === '' ? () => true : compilePattern(pattern);
  return (value, run) => {
    if (isLonger(value, maxLength)) refuseLong(run, maxLength);
    else if (isShorter(value, minLength)) {
      refuse(run, value, `should be at least ${minLength} chars long`);
    } else if (!test(value)) {
      refuse(run, value, `should match '${pattern}'`);
    }
  };
}

/** The number of code points lies between half the length and the length, so that they are rarely counted. */
const isLonger = (text: string, limit: number): boolean => text.length > limit && codePoints(text) > limit;

const isShorter = (text: string, limit: number): boolean =>
  text.length < limit || (text.length < 2 * limit && codePoints(text) < limit);

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function refuseLong(run: ValidationRun, limit: number): void {
  const path = run.path();
  run.fail(path, `${path} in body should be at most ${limit} chars long`, (field) => tooLong(field, limit));
}

function refuse(run: ValidationRun, value: string, problem: string): void {
  const path = run.path();
  const sentence = `${path} in body ${problem}`;
  run.fail(path, sentence, (field) => invalid(field, value, sentence));
}

function compileFormatCheck(format: string, test: FormatTest): StringCheck {
  return (value, run) => {
    if (test(value)) return;
    const path = run.path();
    const sentence = `${path} in body must be of type ${format}: ${quote(value)}`;
    run.fail(path, sentence, (field) => typeInvalid(field, value, sentence));
  };
}
