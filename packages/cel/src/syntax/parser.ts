/**
 * From text to a syntax tree. Messages and positions of errors are those of cel-go, whose parser is generated from a grammar;
 * where that recovers from one error to find the next, this one stops.
 * Every tree is less deep than `depthLimit`, so that whoever walks one may recurse.
 * Upstream: cel-go parser.
 */
import type { Expression, Literal, MapEntry, StructField } from './expression.ts';
import { operators } from './expression.ts';
import { codePoints } from '../values/size.ts';
import { bytesLiteral, doubleLiteral, intLiteral, stringLiteral, uintLiteral } from './literals.ts';
import type { Macro } from './macro.ts';
import { NodeBuilder } from './node-builder.ts';
import type { CompileIssue } from './source.ts';
import { Source } from './source.ts';
import { expectedStart, Stop, TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import { reservedWords } from '../values/property-name.ts';

/** What the parser accepts. */
export interface ParseOptions {
  /** The macros to expand. */
  readonly macros?: readonly Macro[];
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are allowed; true unless said otherwise. */
  readonly optionalSyntax?: boolean;
  /** Whether fields may be written in backquotes; true unless said otherwise. */
  readonly escapedFields?: boolean;
  /** The most code points of an expression; 100,000 unless said otherwise. */
  readonly sizeLimit?: number;
  /** The most levels of nesting; 250 unless said otherwise. */
  readonly depthLimit?: number;
}

/** A tree, or what is wrong with the text. */
export type ParseResult =
  | { readonly expression: Expression; readonly issues: readonly [] }
  | { readonly expression: undefined; readonly issues: readonly CompileIssue[] };

/** Parses a text. */
export function parse(text: string, options: ParseOptions = {}): ParseResult {
  const source = new Source(text);
  const limit = options.sizeLimit ?? 100_000;
  const size = text.length > limit ? codePoints(text) : text.length;
  if (size > limit) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${limit}`;
    return { expression: undefined, issues: [source.issue(message)] };
  }
  const issues: CompileIssue[] = [];
  const expression = new Parser(source, options, issues).parse();
  return expression === undefined || issues.length > 0 ? { expression: undefined, issues } : { expression, issues: [] };
}

const relations: ReadonlyMap<string, string> = new Map([
  ['<', operators.less],
  ['<=', operators.lessEquals],
  ['>', operators.greater],
  ['>=', operators.greaterEquals],
  ['==', operators.equals],
  ['!=', operators.notEquals],
  ['in', operators.in],
]);
const sums: ReadonlyMap<string, string> = new Map([
  ['+', operators.add],
  ['-', operators.subtract],
]);
const products: ReadonlyMap<string, string> = new Map([
  ['*', operators.multiply],
  ['/', operators.divide],
  ['%', operators.modulo],
]);

class Parser {
  readonly #options: ParseOptions;
  readonly #reader: TokenReader;
  readonly #nodes: NodeBuilder;
  #depth = 0;

  constructor(source: Source, options: ParseOptions, issues: CompileIssue[]) {
    this.#options = options;
    this.#reader = new TokenReader(source, issues);
    this.#nodes = new NodeBuilder(this.#reader, options.macros, options.depthLimit);
  }

  parse(): Expression | undefined {
    try {
      const expression = this.#expression();
      this.#reader.end();
      return expression;
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  // grammar

  #expression(): Expression {
    if (!this.#nodes.allows(++this.#depth)) this.#nodes.tooDeep();
    const condition = this.#or();
    const mark = this.#reader.skip('?');
    let node = condition;
    if (mark !== undefined) {
      const ifTrue = this.#or();
      this.#reader.expect(':');
      const ifFalse = this.#expression();
      node = this.#nodes.call(mark.offset, operators.conditional, undefined, [condition, ifTrue, ifFalse]);
    }
    this.#depth--;
    return node;
  }

  #or(): Expression {
    return this.#logical('||', operators.or, this.#and);
  }

  readonly #and = (): Expression => this.#logical('&&', operators.and, this.#relation);

  /** Terms of one operator, as a balanced tree: a long chain of conditions is not deep. */
  #logical(mark: string, name: string, readTerm: () => Expression): Expression {
    const first = readTerm();
    if (!this.#reader.is(mark)) return first;
    const terms = [first];
    const marks: Token[] = [];
    for (let token; (token = this.#reader.skip(mark)) !== undefined;) {
      marks.push(token);
      terms.push(readTerm());
    }
    const balance = (from: number, to: number): Expression => {
      const middle = (from + to + 1) >> 1;
      const left = middle === from ? (terms[middle] as Expression) : balance(from, middle - 1);
      const right = middle === to ? (terms[middle + 1] as Expression) : balance(middle + 1, to);
      return this.#nodes.call((marks[middle] as Token).offset, name, undefined, [left, right]);
    };
    return balance(0, marks.length - 1);
  }

  readonly #relation = (): Expression => this.#chain(relations, this.#sum);

  readonly #sum = (): Expression => this.#chain(sums, this.#product);

  readonly #product = (): Expression => this.#chain(products, this.#unary);

  #chain(names: ReadonlyMap<string, string>, readTerm: () => Expression): Expression {
    let node = readTerm();
    for (let name; (name = this.#operatorIn(names)) !== undefined;) {
      const { offset } = this.#reader.next();
      node = this.#nodes.call(offset, name, undefined, [node, readTerm()]);
    }
    return node;
  }

  #operatorIn(names: ReadonlyMap<string, string>): string | undefined {
    const { kind, text } = this.#reader.token;
    return kind === 'punctuation' ? names.get(text) : undefined;
  }

  readonly #unary = (): Expression => {
    const first = this.#reader.token;
    if (this.#reader.is('!')) {
      let count = 0;
      for (; this.#reader.skip('!') !== undefined; count++);
      if (this.#reader.token.kind === 'end') this.#reader.fail(`extraneous input '<EOF>' expecting ${expectedStart()}`);
      const operand = this.#member();
      return count % 2 === 0 ? operand : this.#nodes.call(first.offset, operators.not, undefined, [operand]);
    }
    if (!this.#reader.is('-') || this.#isNumber(this.#reader.peek())) return this.#member();
    let count = 0;
    for (; this.#reader.skip('-') !== undefined; count++);
    if (!this.#reader.begins(this.#reader.token)) this.#reader.noAlternative(first.offset);
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#nodes.call(first.offset, operators.negate, undefined, [operand]);
  };

  #isNumber({ kind }: Token): boolean {
    return kind === 'int' || kind === 'double';
  }

  #member(): Expression {
    let node = this.#primary();
    for (;;) {
      const { offset } = this.#reader.token;
      if (this.#reader.skip('.') !== undefined) node = this.#select(node, offset);
      else if (this.#reader.skip('[') !== undefined) node = this.#index(node, offset);
      else return node;
    }
  }

  #select(operand: Expression, offset: number): Expression {
    const question = this.#reader.skip('?');
    if (question !== undefined && this.#options.optionalSyntax === false)
      this.#reader.report("unsupported syntax '.?'", offset);
    const name = this.#reader.token;
    if (question !== undefined && name.kind !== 'identifier' && name.kind !== 'escaped') this.#noOptionalField();
    const field = this.#fieldName(offset);
    if (field === undefined) return operand;
    const open = name.kind === 'identifier' && question === undefined ? this.#reader.skip('(') : undefined;
    if (open !== undefined) return this.#nodes.call(open.offset, field, operand, this.#arguments());
    if (question === undefined) return this.#nodes.measured(this.#nodes.at(offset).select(operand, field), [operand]);
    const literal = this.#nodes.at(name.offset).literal(field);
    return this.#nodes.measured(this.#nodes.at(offset).call(operators.optionalSelect, operand, literal), [operand]);
  }

  #noOptionalField(): never {
    const { text, offset } = this.#reader.token;
    this.#reader.report(`Syntax error: mismatched input '${text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`, offset);
    this.#reader.report('unsupported ident kind', offset);
    throw new Stop();
  }

  /** The name of a field; undefined for the operator `in`, behind which the parser goes on. */
  #fieldName(dot?: number): string | undefined {
    const token = this.#reader.token;
    if (token.kind === 'identifier') return this.#reader.next().text;
    if (token.kind === 'escaped') {
      if (this.#options.escapedFields === false) this.#reader.report("unsupported syntax: '`'", token.offset);
      return this.#reader.next().text.slice(1, -1);
    }
    const { text, offset } = token;
    if (/^(?:true|false|null)$/.test(text)) this.#reader.fail(`mismatched input '${text}' expecting IDENTIFIER`);
    this.#reader.noAlternative(dot ?? offset);
    if (text === 'in') return undefined;
    throw new Stop();
  }

  #index(operand: Expression, offset: number): Expression {
    const question = this.#reader.skip('?');
    if (question !== undefined && this.#options.optionalSyntax === false)
      this.#reader.report("unsupported syntax '[?'", offset);
    if (question === undefined) this.#reader.otherMarks = '?';
    const index = this.#expression();
    this.#reader.expect(']');
    return this.#nodes.call(offset, question === undefined ? operators.index : operators.optionalIndex, undefined, [
      operand,
      index,
    ]);
  }

  /** The arguments of a call, the opening parenthesis being read. */
  #arguments(): Expression[] {
    const args: Expression[] = [];
    if (this.#reader.skip(')') !== undefined) return args;
    this.#reader.otherMarks = ')';
    do args.push(this.#expression());
    while (this.#reader.skip(',') !== undefined);
    this.#reader.expect(')');
    return args;
  }

  #primary(): Expression {
    const { kind, text, offset } = this.#reader.token;
    switch (kind) {
      case 'identifier':
        return this.#name(undefined);
      case 'int':
      case 'double':
      case 'uint':
      case 'string':
      case 'bytes':
        this.#reader.next();
        return this.#literal(offset, kind, text, false);
      case 'punctuation':
        return this.#punctuated(text, offset);
      default:
        return this.#noPrimary();
    }
  }

  #punctuated(text: string, offset: number): Expression {
    switch (text) {
      case 'true':
      case 'false':
      case 'null':
        this.#reader.next();
        return this.#nodes.at(offset).literal(text === 'null' ? null : text === 'true');
      case '-':
        if (!this.#isNumber(this.#reader.peek())) return this.#noPrimary();
        this.#reader.next();
        return this.#literal(offset, this.#reader.token.kind, this.#reader.next().text, true);
      case '(': {
        this.#reader.next();
        const node = this.#expression();
        this.#reader.expect(')');
        return node;
      }
      case '[':
        this.#reader.next();
        return this.#list(offset);
      case '{':
        this.#reader.next();
        return this.#map(offset);
      case '.':
        this.#reader.next();
        if (this.#reader.token.kind === 'identifier') return this.#name(offset);
        this.#reader.noAlternative(offset);
        throw new Stop();
      default:
        return this.#noPrimary();
    }
  }

  /** What stands here begins no expression. If the token after it does, it was one too many. */
  #noPrimary(): Expression {
    const wrong = this.#reader.token;
    const expected = expectedStart(this.#reader.otherMarks);
    if (wrong.kind === 'end' || !this.#reader.begins(this.#reader.peek())) {
      this.#reader.fail(`mismatched input '${wrong.text}' expecting ${expected}`);
    }
    this.#reader.report(`Syntax error: extraneous input '${wrong.text}' expecting ${expected}`, wrong.offset);
    this.#reader.next();
    return this.#primary();
  }

  #literal(offset: number, kind: Token['kind'], text: string, isNegative: boolean): Expression {
    const value = literalOf(kind, text, isNegative);
    if (value === undefined) {
      this.#reader.report(literalProblem(kind), offset);
    }
    return this.#nodes.at(offset).literal(value ?? null);
  }

  /** A name, a call, or an object of a named type; with a dot before it, if one was read. */
  #name(dotOffset: number | undefined): Expression {
    const length = this.#structNameLength();
    if (length !== undefined) return this.#struct(length, dotOffset);
    const token = this.#reader.next();
    const name = dotOffset === undefined ? token.text : `.${token.text}`;
    if (reservedWords.has(token.text))
      this.#reader.report(`reserved identifier: ${token.text}`, dotOffset ?? token.offset);
    const open = this.#reader.skip('(');
    if (open !== undefined) return this.#nodes.call(open.offset, name, undefined, this.#arguments());
    return this.#nodes.at(token.offset).ident(name);
  }

  /** The number of tokens that name a type, if names joined with dots and a brace stand here. */
  #structNameLength(): number | undefined {
    let length = 1;
    for (; this.#reader.peek(length).text === '.' && this.#reader.peek(length + 1).kind === 'identifier'; length += 2);
    const { kind, text } = this.#reader.peek(length);
    return kind === 'punctuation' && text === '{' ? length : undefined;
  }

  #struct(length: number, dotOffset: number | undefined): Expression {
    const names = Array.from({ length }, () => this.#reader.next().text);
    const { offset } = this.#reader.next();
    const fields: StructField[] = [];
    for (let isFirst = true; !this.#closes('}', isFirst); isFirst = false) {
      const isOptional = this.#optionalMark();
      const name = this.#fieldName() ?? '';
      const colon = this.#reader.expect(':');
      fields.push(this.#nodes.at(colon.offset).structField(name, this.#expression(), isOptional));
    }
    const typeName = `${dotOffset === undefined ? '' : '.'}${names.join('')}`;
    return this.#nodes.measured(
      this.#nodes.at(offset).struct(typeName, fields),
      fields.map(({ value }) => value),
    );
  }

  #list(offset: number): Expression {
    const elements: Expression[] = [];
    const optionals = new Set<number>();
    for (let isFirst = true; !this.#closes(']', isFirst); isFirst = false) {
      if (this.#optionalMark()) optionals.add(elements.length);
      elements.push(this.#expression());
    }
    return this.#nodes.measured(this.#nodes.at(offset).list(elements, optionals), elements);
  }

  #map(offset: number): Expression {
    const entries: MapEntry[] = [];
    for (let isFirst = true; !this.#closes('}', isFirst); isFirst = false) {
      const isOptional = this.#optionalMark();
      const key = this.#expression();
      const colon = this.#reader.expect(':');
      entries.push(this.#nodes.at(colon.offset).mapEntry(key, this.#expression(), isOptional));
    }
    return this.#nodes.measured(
      this.#nodes.at(offset).map(entries),
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  /** Whether a list ends here; between its parts there are commas, and one may stand at the end. */
  #closes(bracket: string, isFirst: boolean): boolean {
    if (this.#reader.skip(bracket) !== undefined) return true;
    if (isFirst) {
      this.#reader.otherMarks = `${bracket},?`;
      return this.#reader.skip(',') !== undefined && this.#reader.expect(bracket) !== undefined;
    }
    if (this.#reader.skip(',') === undefined) {
      if (this.#reader.token.kind === 'end')
        this.#reader.fail(`mismatched input '<EOF>' expecting {'${bracket}', ','}`);
      this.#reader.expect(bracket);
      return true;
    }
    if (this.#reader.token.kind === 'end') this.#reader.fail(`missing '${bracket}' at '<EOF>'`);
    return this.#reader.skip(bracket) !== undefined;
  }

  #optionalMark(): boolean {
    const mark = this.#reader.skip('?');
    if (mark !== undefined && this.#options.optionalSyntax === false)
      this.#reader.report("unsupported syntax '?'", mark.offset);
    return mark !== undefined;
  }
}

/** Of a string only a character that is none can be wrong, as the lexer knows the escapes; bytes have no escapes for characters. */
function literalProblem(kind: Token['kind']): string {
  if (kind === 'string') return 'invalid unicode code point';
  return kind === 'bytes' ? 'unable to unescape string' : `invalid ${kind} literal`;
}

function literalOf(kind: Token['kind'], text: string, isNegative: boolean): Literal | undefined {
  switch (kind) {
    case 'int':
      return intLiteral(text, isNegative);
    case 'uint':
      return uintLiteral(text);
    case 'double':
      return doubleLiteral(text, isNegative);
    case 'string':
      return stringLiteral(text);
    default:
      return bytesLiteral(text.slice(1));
  }
}
