/**
 * From text to a syntax tree. Messages and positions of errors are those of cel-go, whose parser is generated from a grammar;
 * where that recovers from one error to find the next, this one stops.
 * Every tree is less deep than `depthLimit`, so that whoever walks one may recurse.
 * Upstream: cel-go parser.
 */
import type { CallExpression, Expression, Literal, MapEntry, StructField } from './expression.ts';
import { operators } from './expression.ts';
import type { IdSource } from './expression-factory.ts';
import { ExpressionFactory } from './expression-factory.ts';
import { bytesLiteral, doubleLiteral, intLiteral, stringLiteral, uintLiteral } from './literals.ts';
import type { Macro } from './macro.ts';
import { MacroError } from './macro.ts';
import type { CompileIssue } from './source.ts';
import { Source } from './source.ts';
import type { Token } from './tokens.ts';
import { mostIssues, tokenize } from './tokens.ts';

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
  const size = text.length > limit ? [...text].length : text.length;
  if (size > limit) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${limit}`;
    return { expression: undefined, issues: [source.issue(message)] };
  }
  const issues: CompileIssue[] = [];
  const expression = new Parser(source, tokenize(source, issues), options, issues).parse();
  return expression === undefined || issues.length > 0 ? { expression: undefined, issues } : { expression, issues: [] };
}

/** The words that are no names of variables. */
const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/** Thrown to leave the parser after an error that it does not recover from; the issue is noted before. */
class Stop extends Error {}

/** What an expression may begin with, in the order of the grammar's tokens; some places take other marks as well. */
function expectedStart(others = ''): string {
  const marks = ['[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?'];
  const taken = marks.filter((mark) => '[{(.-!'.includes(mark) || others.includes(mark)).map((mark) => `'${mark}'`);
  return `{${taken.join(', ')}, 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;
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

/** Macros by their names; an environment's are put together once. */
function macrosByName(macros: readonly Macro[]): ReadonlyMap<string, readonly Macro[]> {
  const known = tables.get(macros);
  if (known !== undefined) return known;
  const table = new Map<string, Macro[]>();
  for (const macro of macros) table.set(macro.name, [...(table.get(macro.name) ?? []), macro]);
  tables.set(macros, table);
  return table;
}

const tables = new WeakMap<readonly Macro[], ReadonlyMap<string, readonly Macro[]>>();
const noMacros: readonly Macro[] = [];

class Parser {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  readonly #options: ParseOptions;
  readonly #issues: CompileIssue[];
  readonly #macros: ReadonlyMap<string, readonly Macro[]>;
  readonly #ids: IdSource = { lastId: 0 };
  readonly #depthLimit: number;
  /** How many levels of operators and brackets are below a node, by its id. */
  readonly #heights: number[] = [];
  #place = 0;
  /** The marks that may stand here in place of an expression, until a token is read. */
  #otherMarks = '';
  #depth = 0;

  constructor(source: Source, tokens: readonly Token[], options: ParseOptions, issues: CompileIssue[]) {
    this.#source = source;
    this.#tokens = tokens;
    this.#options = options;
    this.#issues = issues;
    this.#depthLimit = options.depthLimit ?? 250;
    this.#macros = macrosByName(options.macros ?? noMacros);
  }

  parse(): Expression | undefined {
    try {
      const expression = this.#expression();
      this.#end();
      return expression;
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  // tokens

  get #token(): Token {
    return this.#tokens[this.#place] as Token;
  }

  #peek(ahead = 1): Token {
    return this.#tokens[Math.min(this.#place + ahead, this.#tokens.length - 1)] as Token;
  }

  #next(): Token {
    const token = this.#token;
    if (token.kind !== 'end') this.#place++;
    this.#otherMarks = '';
    return token;
  }

  #is(text: string): boolean {
    const { kind, text: written } = this.#token;
    return kind === 'punctuation' && written === text;
  }

  #skip(text: string): Token | undefined {
    return this.#is(text) ? this.#next() : undefined;
  }

  #expect(text: string): Token {
    const token = this.#skip(text);
    if (token !== undefined) return token;
    const wrong = this.#token;
    const following = this.#peek();
    if (wrong.kind !== 'end' && following.kind === 'punctuation' && following.text === text)
      return this.#dropExtraneous(`'${text}'`);
    const isMissing = wrong.kind === 'end' && text !== ':';
    this.#fail(isMissing ? `missing '${text}' at '<EOF>'` : `mismatched input '${wrong.text}' expecting '${text}'`);
  }

  /** Reports a token that should not be there, and takes the next one. */
  #dropExtraneous(expected: string): Token {
    const wrong = this.#next();
    this.#report(`Syntax error: extraneous input '${wrong.text}' expecting ${expected}`, wrong.offset);
    return this.#next();
  }

  #end(): void {
    const wrong = this.#token;
    if (wrong.kind === 'end') return;
    const word = this.#peek().kind === 'end' ? 'extraneous' : 'mismatched';
    this.#fail(`${word} input '${wrong.text}' expecting <EOF>`);
  }

  #report(message: string, offset?: number): void {
    if (this.#issues.length < mostIssues) this.#issues.push(this.#source.issue(message, offset));
  }

  #fail(message: string): never {
    this.#report(`Syntax error: ${message}`, this.#token.offset);
    throw new Stop();
  }

  // nodes

  #at(offset: number): ExpressionFactory {
    return new ExpressionFactory(this.#ids, offset);
  }

  /** Notes how deep a node is and refuses what is too deep. */
  #measured<Node extends Expression>(node: Node, parts: readonly Expression[], isLevel = true): Node {
    let height = 0;
    for (const part of parts) height = Math.max(height, this.#heights[part.id] ?? 0);
    this.#heights[node.id] = height + (isLevel ? 1 : 0);
    if (height + 1 > this.#depthLimit) this.#tooDeep();
    return node;
  }

  #tooDeep(): never {
    this.#report(`expression recursion limit exceeded: ${this.#depthLimit}`);
    throw new Stop();
  }

  /** A call, or what a macro makes of it. */
  #call(offset: number, name: string, target: Expression | undefined, args: readonly Expression[]): Expression {
    const parts = target === undefined ? args : [target, ...args];
    const macro = this.#macros
      .get(name)
      ?.findLast(({ isMember, argumentCount }) => isMember === (target !== undefined) && argumentCount === args.length);
    const factory = this.#at(offset);
    const call = target === undefined ? factory.call(name, ...args) : factory.memberCall(target, name, ...args);
    const node = macro === undefined ? call : (this.#expand(macro, call) ?? call);
    return this.#measured(node, parts, target !== undefined || args.length > 1);
  }

  #expand(macro: Macro, call: CallExpression): Expression | undefined {
    try {
      const made = macro.expand(this.#at(call.offset), call.target, call.args);
      return made === undefined ? undefined : { ...made, macroCall: call };
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.#report(error.message, error.at.offset);
      return this.#at(call.offset).literal(null);
    }
  }

  // grammar

  #expression(): Expression {
    if (++this.#depth > this.#depthLimit) this.#tooDeep();
    const condition = this.#or();
    const mark = this.#skip('?');
    let node = condition;
    if (mark !== undefined) {
      const ifTrue = this.#or();
      this.#expect(':');
      const ifFalse = this.#expression();
      node = this.#call(mark.offset, operators.conditional, undefined, [condition, ifTrue, ifFalse]);
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
    if (!this.#is(mark)) return first;
    const terms = [first];
    const marks: Token[] = [];
    for (let token; (token = this.#skip(mark)) !== undefined;) {
      marks.push(token);
      terms.push(readTerm());
    }
    const balance = (first: number, last: number): Expression => {
      const middle = (first + last + 1) >> 1;
      const left = middle === first ? (terms[middle] as Expression) : balance(first, middle - 1);
      const right = middle === last ? (terms[middle + 1] as Expression) : balance(middle + 1, last);
      return this.#call((marks[middle] as Token).offset, name, undefined, [left, right]);
    };
    return balance(0, marks.length - 1);
  }

  readonly #relation = (): Expression => this.#chain(relations, this.#sum);

  readonly #sum = (): Expression => this.#chain(sums, this.#product);

  readonly #product = (): Expression => this.#chain(products, this.#unary);

  #chain(names: ReadonlyMap<string, string>, readTerm: () => Expression): Expression {
    let node = readTerm();
    for (let name; (name = this.#operatorIn(names)) !== undefined;) {
      const { offset } = this.#next();
      node = this.#call(offset, name, undefined, [node, readTerm()]);
    }
    return node;
  }

  #operatorIn(names: ReadonlyMap<string, string>): string | undefined {
    const { kind, text } = this.#token;
    return kind === 'punctuation' ? names.get(text) : undefined;
  }

  readonly #unary = (): Expression => {
    const first = this.#token;
    if (this.#is('!')) {
      let count = 0;
      for (; this.#skip('!') !== undefined; count++);
      if (this.#token.kind === 'end') this.#fail(`extraneous input '<EOF>' expecting ${expectedStart()}`);
      const operand = this.#member();
      return count % 2 === 0 ? operand : this.#call(first.offset, operators.not, undefined, [operand]);
    }
    if (!this.#is('-') || this.#isNumber(this.#peek())) return this.#member();
    let count = 0;
    for (; this.#skip('-') !== undefined; count++);
    if (!this.#begins(this.#token)) this.#noAlternative(first.offset);
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#call(first.offset, operators.negate, undefined, [operand]);
  };

  #isNumber({ kind }: Token): boolean {
    return kind === 'int' || kind === 'double';
  }

  #member(): Expression {
    let node = this.#primary();
    for (;;) {
      const { offset } = this.#token;
      if (this.#skip('.') !== undefined) node = this.#select(node, offset);
      else if (this.#skip('[') !== undefined) node = this.#index(node, offset);
      else return node;
    }
  }

  #select(operand: Expression, offset: number): Expression {
    const question = this.#skip('?');
    if (question !== undefined && this.#options.optionalSyntax === false)
      this.#report("unsupported syntax '.?'", offset);
    const name = this.#token;
    if (question !== undefined && name.kind !== 'identifier' && name.kind !== 'escaped') this.#noOptionalField();
    const field = this.#fieldName(offset);
    if (field === undefined) return operand;
    const open = name.kind === 'identifier' && question === undefined ? this.#skip('(') : undefined;
    if (open !== undefined) return this.#call(open.offset, field, operand, this.#arguments());
    if (question === undefined) return this.#measured(this.#at(offset).select(operand, field), [operand]);
    const literal = this.#at(name.offset).literal(field);
    return this.#measured(this.#at(offset).call(operators.optionalSelect, operand, literal), [operand]);
  }

  #noOptionalField(): never {
    const { text, offset } = this.#token;
    this.#report(`Syntax error: mismatched input '${text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`, offset);
    this.#report('unsupported ident kind', offset);
    throw new Stop();
  }

  /** The name of a field; undefined for the operator `in`, behind which the parser goes on. */
  #fieldName(dot?: number): string | undefined {
    const token = this.#token;
    if (token.kind === 'identifier') return this.#next().text;
    if (token.kind === 'escaped') {
      if (this.#options.escapedFields === false) this.#report("unsupported syntax: '`'", token.offset);
      return this.#next().text.slice(1, -1);
    }
    const { text, offset } = token;
    if (/^(?:true|false|null)$/.test(text)) this.#fail(`mismatched input '${text}' expecting IDENTIFIER`);
    this.#noAlternative(dot ?? offset);
    if (text === 'in') return undefined;
    throw new Stop();
  }

  /** Nothing that the text from an offset on begins goes on with the token that stands here. */
  #noAlternative(from: number): void {
    const { kind, text, offset } = this.#token;
    const shown = this.#source.text.slice(from, kind === 'end' ? undefined : offset + text.length);
    this.#report(`Syntax error: no viable alternative at input '${shown}'`, offset);
  }

  #index(operand: Expression, offset: number): Expression {
    const question = this.#skip('?');
    if (question !== undefined && this.#options.optionalSyntax === false)
      this.#report("unsupported syntax '[?'", offset);
    if (question === undefined) this.#otherMarks = '?';
    const index = this.#expression();
    this.#expect(']');
    return this.#call(offset, question === undefined ? operators.index : operators.optionalIndex, undefined, [
      operand,
      index,
    ]);
  }

  /** The arguments of a call, the opening parenthesis being read. */
  #arguments(): Expression[] {
    const args: Expression[] = [];
    if (this.#skip(')') !== undefined) return args;
    this.#otherMarks = ')';
    do args.push(this.#expression());
    while (this.#skip(',') !== undefined);
    this.#expect(')');
    return args;
  }

  #primary(): Expression {
    const { kind, text, offset } = this.#token;
    switch (kind) {
      case 'identifier':
        return this.#name(undefined);
      case 'int':
      case 'double':
      case 'uint':
      case 'string':
      case 'bytes':
        this.#next();
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
        this.#next();
        return this.#at(offset).literal(text === 'null' ? null : text === 'true');
      case '-':
        if (!this.#isNumber(this.#peek())) return this.#noPrimary();
        this.#next();
        return this.#literal(offset, this.#token.kind, this.#next().text, true);
      case '(': {
        this.#next();
        const node = this.#expression();
        this.#expect(')');
        return node;
      }
      case '[':
        this.#next();
        return this.#list(offset);
      case '{':
        this.#next();
        return this.#map(offset);
      case '.':
        this.#next();
        if (this.#token.kind === 'identifier') return this.#name(offset);
        this.#noAlternative(offset);
        throw new Stop();
      default:
        return this.#noPrimary();
    }
  }

  /** What stands here begins no expression. If the token after it does, it was one too many. */
  #noPrimary(): Expression {
    const wrong = this.#token;
    const expected = expectedStart(this.#otherMarks);
    if (wrong.kind === 'end' || !this.#begins(this.#peek())) {
      this.#fail(`mismatched input '${wrong.text}' expecting ${expected}`);
    }
    this.#report(`Syntax error: extraneous input '${wrong.text}' expecting ${expected}`, wrong.offset);
    this.#next();
    return this.#primary();
  }

  /** True for a token that an expression may begin with. */
  #begins({ kind, text }: Token): boolean {
    return kind === 'punctuation' ? /^(?:[[{(.\-!]|true|false|null)$/.test(text) : kind !== 'end' && kind !== 'escaped';
  }

  #literal(offset: number, kind: Token['kind'], text: string, isNegative: boolean): Expression {
    const value = literalOf(kind, text, isNegative);
    if (value === undefined) {
      this.#report(
        kind === 'string' || kind === 'bytes' ? 'unable to unescape string' : `invalid ${kind} literal`,
        offset,
      );
    }
    return this.#at(offset).literal(value ?? null);
  }

  /** A name, a call, or an object of a named type; with a dot before it, if one was read. */
  #name(dotOffset: number | undefined): Expression {
    const typeEnd = this.#structNameEnd();
    if (typeEnd !== undefined) return this.#struct(typeEnd, dotOffset);
    const token = this.#next();
    const name = dotOffset === undefined ? token.text : `.${token.text}`;
    if (reserved.has(token.text)) this.#report(`reserved identifier: ${token.text}`, dotOffset ?? token.offset);
    const open = this.#skip('(');
    if (open !== undefined) return this.#call(open.offset, name, undefined, this.#arguments());
    return this.#at(token.offset).ident(name);
  }

  /** The index of the brace behind names joined with dots, if that is what stands here. */
  #structNameEnd(): number | undefined {
    let place = this.#place + 1;
    for (; this.#tokens[place]?.text === '.' && this.#tokens[place + 1]?.kind === 'identifier'; place += 2);
    const token = this.#tokens[place];
    return token?.kind === 'punctuation' && token.text === '{' ? place : undefined;
  }

  #struct(typeEnd: number, dotOffset: number | undefined): Expression {
    const names = this.#tokens.slice(this.#place, typeEnd).map(({ text }) => text);
    this.#place = typeEnd;
    const { offset } = this.#next();
    const fields: StructField[] = [];
    for (let isFirst = true; !this.#closes('}', isFirst); isFirst = false) {
      const isOptional = this.#optionalMark();
      const name = this.#fieldName() ?? '';
      const colon = this.#expect(':');
      fields.push(this.#at(colon.offset).structField(name, this.#expression(), isOptional));
    }
    const typeName = `${dotOffset === undefined ? '' : '.'}${names.join('')}`;
    return this.#measured(
      this.#at(offset).struct(typeName, fields),
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
    return this.#measured(this.#at(offset).list(elements, optionals), elements);
  }

  #map(offset: number): Expression {
    const entries: MapEntry[] = [];
    for (let isFirst = true; !this.#closes('}', isFirst); isFirst = false) {
      const isOptional = this.#optionalMark();
      const key = this.#expression();
      const colon = this.#expect(':');
      entries.push(this.#at(colon.offset).mapEntry(key, this.#expression(), isOptional));
    }
    return this.#measured(
      this.#at(offset).map(entries),
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  /** Whether a list ends here; between its parts there are commas, and one may stand at the end. */
  #closes(bracket: string, isFirst: boolean): boolean {
    if (this.#skip(bracket) !== undefined) return true;
    if (isFirst) {
      this.#otherMarks = `${bracket},?`;
      return this.#skip(',') !== undefined && this.#expect(bracket) !== undefined;
    }
    if (this.#skip(',') === undefined) {
      if (this.#token.kind === 'end') this.#fail(`mismatched input '<EOF>' expecting {'${bracket}', ','}`);
      this.#expect(bracket);
      return true;
    }
    if (this.#token.kind === 'end') this.#fail(`missing '${bracket}' at '<EOF>'`);
    return this.#skip(bracket) !== undefined;
  }

  #optionalMark(): boolean {
    const mark = this.#skip('?');
    if (mark !== undefined && this.#options.optionalSyntax === false)
      this.#report("unsupported syntax '?'", mark.offset);
    return mark !== undefined;
  }
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
