/**
 * The formats that `format.…()` names in expressions: each says what is wrong with a text.
 * Upstream: apiserver/pkg/cel/library format.
 */
import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '@reeve/machinery';
import { formatTest } from './format.ts';
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { uriProblem } from '../values/url.ts';
import { OpaqueValue } from '../values/value.ts';

/** A format of strings with a name. */
export class NamedFormat extends OpaqueValue {
  readonly type: OpaqueType = namedFormatType;
  readonly name: string;
  /** The length of the pattern that costs are counted with. */
  readonly patternLength: number;
  /** What is wrong with a text; nothing if it has the format. */
  readonly problems: (text: string) => readonly string[];

  constructor(name: string, patternLength: number, problems: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.patternLength = patternLength;
    this.problems = problems;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof NamedFormat && other.name === this.name;
  }
}

/** The type of named formats. */
export const namedFormatType: OpaqueType = Object.freeze({
  ...opaqueType('kubernetes.NamedFormat'),
  equalityCost: { min: 1, max: 7 },
});

const known = (format: string, problem: string): ((text: string) => readonly string[]) => {
  const test = formatTest(format);
  return (text) => (test?.(text) === true ? [] : [problem]);
};

const asPrefix = { prefix: true };

/** The formats by the names that expressions use. */
export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', 30, (text) => dns1123LabelProblems(text)],
      ['dns1123Subdomain', 60, (text) => dns1123SubdomainProblems(text)],
      ['dns1035Label', 30, (text) => dns1035LabelProblems(text)],
      ['qualifiedName', 60, qualifiedNameProblems],
      ['dns1123LabelPrefix', 30, (text) => dns1123LabelProblems(text, asPrefix)],
      ['dns1123SubdomainPrefix', 60, (text) => dns1123SubdomainProblems(text, asPrefix)],
      ['dns1035LabelPrefix', 30, (text) => dns1035LabelProblems(text, asPrefix)],
      ['labelValue', 40, labelValueProblems],
      ['uri', 1103, (text) => [uriProblem(text) ?? []].flat()],
      ['uuid', 70, known('uuid', 'does not match the UUID format')],
      ['byte', 84, known('byte', 'invalid base64')],
      ['date', 71, known('date', 'invalid date')],
      ['datetime', 71, known('datetime', 'invalid datetime')],
    ] satisfies readonly (readonly [string, number, (text: string) => readonly string[]])[]
  ).map(([name, patternLength, problems]) => [name, new NamedFormat(name, patternLength, problems)]),
);
