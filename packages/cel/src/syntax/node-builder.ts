/**
 * Makes the nodes of a tree for a parser: expands macros, and refuses a tree that gets too deep.
 */
import type { CallExpression, Expression } from './expression.ts';
import type { IdSource } from './expression-factory.ts';
import { ExpressionFactory } from './expression-factory.ts';
import type { Macro } from './macro.ts';
import { MacroError } from './macro.ts';
import type { TokenReader } from './token-reader.ts';
import { Stop } from './token-reader.ts';

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

/** Makes the nodes of one tree. */
export class NodeBuilder {
  readonly #reader: TokenReader;
  readonly #macros: ReadonlyMap<string, readonly Macro[]>;
  readonly #depthLimit: number;
  readonly #ids: IdSource = { lastId: 0 };
  /** How many levels of operators and brackets are below a node, by its id. */
  readonly #heights: number[] = [];

  constructor(reader: TokenReader, macros: readonly Macro[] = noMacros, depthLimit = 250) {
    this.#reader = reader;
    this.#macros = macrosByName(macros);
    this.#depthLimit = depthLimit;
  }

  /** Whether so many levels may stand around a node. */
  allows(depth: number): boolean {
    return depth <= this.#depthLimit;
  }

  /** The factory of nodes at an offset. */
  at(offset: number): ExpressionFactory {
    return new ExpressionFactory(this.#ids, offset);
  }

  /** Notes how deep a node is and refuses what is too deep. */
  measured<Node extends Expression>(node: Node, parts: readonly Expression[], isLevel = true): Node {
    let height = 0;
    for (const part of parts) height = Math.max(height, this.#heights[part.id] ?? 0);
    this.#heights[node.id] = height + (isLevel ? 1 : 0);
    if (height + 1 > this.#depthLimit) this.tooDeep();
    return node;
  }

  /** Reports that the tree is too deep, and ends the parser. */
  tooDeep(): never {
    this.#reader.report(`expression recursion limit exceeded: ${this.#depthLimit}`);
    throw new Stop();
  }

  /** A call, or what a macro makes of it. */
  call(offset: number, name: string, target: Expression | undefined, args: readonly Expression[]): Expression {
    const parts = target === undefined ? args : [target, ...args];
    const macro = this.#macros
      .get(name)
      ?.findLast(({ isMember, argumentCount }) => isMember === (target !== undefined) && argumentCount === args.length);
    const factory = this.at(offset);
    const call = target === undefined ? factory.call(name, ...args) : factory.memberCall(target, name, ...args);
    const node = macro === undefined ? call : (this.#expand(macro, call) ?? call);
    return this.measured(node, parts, target !== undefined || args.length > 1);
  }

  #expand(macro: Macro, call: CallExpression): Expression | undefined {
    try {
      const made = macro.expand(this.at(call.offset), call.target, call.args);
      return made === undefined ? undefined : { ...made, macroCall: call };
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.#reader.report(error.message, error.at.offset);
      return this.at(call.offset).literal(null);
    }
  }
}
