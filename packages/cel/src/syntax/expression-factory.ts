/**
 * Builds nodes of the tree with fresh ids; macros get one that places the nodes at the macro's call.
 */
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  IdentExpression,
  ListExpression,
  Literal,
  LiteralExpression,
  MapEntry,
  MapExpression,
  SelectExpression,
  StructExpression,
  StructField,
} from './expression.ts';
import { accumulatorName } from './expression.ts';

/** Hands out ids, one after the other. */
export interface IdSource {
  lastId: number;
}

/** Makes nodes at one place of the text. */
export class ExpressionFactory {
  readonly #ids: IdSource;
  readonly #offset: number;

  constructor(ids: IdSource, offset: number) {
    this.#ids = ids;
    this.#offset = offset;
  }

  /** A constant. */
  literal(value: Literal): LiteralExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'literal', value };
  }

  /** A name. */
  ident(name: string): IdentExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'ident', name };
  }

  /** The variable that the loop gathers its result in. */
  accumulator(): IdentExpression {
    return this.ident(accumulatorName);
  }

  /** `operand.field`. */
  select(operand: Expression, field: string): SelectExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'select', operand, field, isTest: false };
  }

  /** `has(operand.field)`. */
  test(operand: Expression, field: string): SelectExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'select', operand, field, isTest: true };
  }

  /** `name(args)`; `operators` has the names of operators. */
  call(name: string, ...args: readonly Expression[]): CallExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'call', name, args };
  }

  /** `target.name(args)`. */
  memberCall(target: Expression, name: string, ...args: readonly Expression[]): CallExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'call', name, target, args };
  }

  /** `[elements]`. */
  list(elements: readonly Expression[] = [], optionals: ReadonlySet<number> = new Set()): ListExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'list', elements, optionals };
  }

  /** `{entries}`. */
  map(entries: readonly MapEntry[] = []): MapExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'map', entries };
  }

  /** `key: value` of a map. */
  mapEntry(key: Expression, value: Expression, isOptional = false): MapEntry {
    return { id: ++this.#ids.lastId, offset: this.#offset, key, value, isOptional };
  }

  /** `typeName{fields}`. */
  struct(typeName: string, fields: readonly StructField[]): StructExpression {
    return { id: ++this.#ids.lastId, offset: this.#offset, kind: 'struct', typeName, fields };
  }

  /** `name: value` of an object. */
  structField(name: string, value: Expression, isOptional = false): StructField {
    return { id: ++this.#ids.lastId, offset: this.#offset, name, value, isOptional };
  }

  /** A loop over a list or the keys of a map; with `variable2`, over indices and elements, or keys and values. */
  comprehension(
    loop: Omit<ComprehensionExpression, 'id' | 'offset' | 'kind' | 'accumulator'> & { readonly accumulator?: string },
  ): ComprehensionExpression {
    return {
      id: ++this.#ids.lastId,
      offset: this.#offset,
      kind: 'comprehension',
      accumulator: accumulatorName,
      ...loop,
    };
  }
}
