/**
 * The grammar of label selectors: requirements joined by commas, each `k`, `!k`, `k=v`, `k==v`, `k!=v`, `k in (a,b)`,
 * `k notin (a,b)`, `k>n` or `k<n`. Values may be empty; keys and values are checked while reading.
 * Upstream: apimachinery labels.Parse.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { labelKeyProblems } from '../label.ts';
import { requirementProblems, uncheckedRequirement } from './label-requirement.ts';
import type { LabelOperator, LabelRequirement } from './label-requirement.ts';
import { labelTokens } from './label-tokens.ts';
import type { LabelToken } from './label-tokens.ts';

/** The requirements of a selector, in the order they were written. A mistake is an `InvalidInputError`. */
export function parseLabelRequirements(selector: string): LabelRequirement[] {
  return new Parser(selector).selector();
}

type BinaryOperator = Exclude<LabelOperator, 'exists' | '!'>;

const operators: readonly BinaryOperator[] = ['in', 'notin', '=', '==', '!=', '>', '<'];

class Parser {
  readonly #text: string;
  readonly #tokens: readonly LabelToken[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = labelTokens(text);
  }

  selector(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.#look().type === 'end') return requirements;
    if (!this.#startsRequirement()) this.#refuse("!, identifier, or 'end of string'");
    for (;;) {
      requirements.push(this.#requirement());
      if (this.#look().type === 'end') return requirements;
      if (!this.#accept(',')) this.#refuse("',' or 'end of string'");
      if (!this.#startsRequirement()) this.#refuse("identifier after ','");
    }
  }

  #startsRequirement(): boolean {
    return this.#look().type === 'word' || this.#isAt('!');
  }

  #requirement(): LabelRequirement {
    const isNegated = this.#accept('!');
    const { text: key, position } = this.#key();
    if (isNegated) return uncheckedRequirement(key, '!', []);
    if (this.#look().type === 'end' || this.#isAt(',')) return uncheckedRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#valueSet() : [this.#exactValue()];
    const problems = requirementProblems(key, operator, values);
    if (problems.length > 0) this.#fail(`unable to parse requirement: ${problems.join('; ')}`, position);
    return uncheckedRequirement(key, operator, values);
  }

  #key(): LabelToken {
    const token = this.#look();
    if (token.type !== 'word') this.#refuseRequirement('identifier');
    const problems = labelKeyProblems(token.text);
    if (problems.length > 0) {
      const what = `key ${JSON.stringify(token.text)}: ${problems.join('; ')}`;
      this.#fail(`unable to parse requirement: ${what}`, token.position);
    }
    this.#next++;
    return token;
  }

  #operator(): BinaryOperator {
    const found = operators.find((operator) => this.#accept(operator));
    return found ?? this.#refuseRequirement(operators.join(', '));
  }

  /** `(a,b)`: between the parentheses and commas are words or nothing, and nothing is the empty value. */
  #valueSet(): string[] {
    if (!this.#accept('(')) this.#refuseRequirement("'('");
    const values: string[] = [];
    do values.push(this.#word() ?? '');
    while (this.#accept(','));
    if (!this.#accept(')')) this.#refuseRequirement("',', ')' or identifier");
    return values;
  }

  #exactValue(): string {
    const value = this.#word();
    if (value !== undefined) return value;
    if (this.#look().type === 'end' || this.#isAt(',')) return '';
    return this.#refuseRequirement('identifier');
  }

  #word(): string | undefined {
    const { type, text } = this.#look();
    if (type !== 'word') return undefined;
    this.#next++;
    return text;
  }

  #look(): LabelToken {
    return this.#tokens[this.#next] ?? { type: 'end', text: '', position: this.#text.length };
  }

  #isAt(text: string): boolean {
    return this.#look().text === text;
  }

  #accept(text: string): boolean {
    const isThere = this.#isAt(text);
    if (isThere) this.#next++;
    return isThere;
  }

  #refuseRequirement(expected: string): never {
    return this.#refuse(expected, 'unable to parse requirement: ');
  }

  #refuse(expected: string, context = ''): never {
    const { text, position } = this.#look();
    return this.#fail(`${context}found '${text}', expected: ${expected}`, position);
  }

  #fail(problem: string, position: number): never {
    throw new InvalidInputError(
      this.#text,
      `Label selector ${JSON.stringify(this.#text)}, position ${position}: ${problem}. ` +
        "Write requirements such as app=web, tier!=cache, zone in (a,b) or !legacy, joined by ','",
    );
  }
}
