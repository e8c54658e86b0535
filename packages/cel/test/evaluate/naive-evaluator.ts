/**
 * A second evaluator, as simple as can be: it walks the tree, with ints as bigints, doubles as numbers and everything else as plain
 * JavaScript. It knows what the random expressions of the tests are made of.
 */
import type { Expression } from '@reeve/cel';

/** What an evaluation failed with; the naive evaluator does not tell failures apart. */
export class Failed extends Error {}

type Naive = bigint | number | string | boolean | null | readonly Naive[] | { readonly [key: string]: Naive };
type Scope = ReadonlyMap<string, Naive>;

const fail = (): never => {
  throw new Failed('failed');
};

/** The value of an expression. */
export function naively(node: Expression, scope: Scope): Naive {
  switch (node.kind) {
    case 'literal':
      return plain(node.value);
    case 'ident':
      return scope.get(node.name) ?? fail();
    case 'select': {
      const operand = naively(node.operand, scope);
      const value = isObject(operand) ? operand[node.field] : undefined;
      return node.isTest ? value !== undefined : (value ?? fail());
    }
    case 'list':
      return node.elements.map((element) => naively(element, scope));
    case 'call':
      return call(node.name, node.target === undefined ? node.args : [node.target, ...node.args], scope);
    case 'comprehension':
      return loop(node, scope);
    default:
      throw new TypeError(`the naive evaluator does not know ${node.kind}`);
  }
}

/** JSON, or a constant of the tree, as a naive value; whole numbers are ints. */
export function plain(value: unknown): Naive {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value as Naive;
  if ('value' in value && value.constructor.name === 'Double') return value.value as number;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function isObject(value: Naive): value is { readonly [key: string]: Naive } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function int(value: bigint): bigint {
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : fail();
}

/** The accumulator's value may be a failure, which `&&` and `||` may forget again. */
function loop(node: Extract<Expression, { kind: 'comprehension' }>, scope: Scope): Naive {
  const range = naively(node.range, scope);
  if (!Array.isArray(range)) return fail();
  let accumulator: Naive | Failed = naively(node.initial, scope);
  for (const element of range as readonly Naive[]) {
    const inner = new Map(scope).set(node.variable, element);
    if (accumulator instanceof Failed) inner.delete(node.accumulator);
    else inner.set(node.accumulator, accumulator);
    if (attempt(() => naively(node.condition, inner)) === false) break;
    accumulator = attempt(() => naively(node.step, inner));
  }
  if (accumulator instanceof Failed) throw accumulator;
  return naively(node.result, new Map(scope).set(node.accumulator, accumulator));
}

function attempt(evaluate: () => Naive): Naive | Failed {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}

function call(name: string, args: readonly Expression[], scope: Scope): Naive {
  const [first, second, third] = args as [Expression, Expression, Expression];
  if (name === '_&&_' || name === '_||_') return logical(first, second, scope, name === '_||_');
  if (name === '_?_:_') return naively(naively(first, scope) === true ? second : third, scope);
  const values = args.map((argument) => naively(argument, scope));
  const [one, other] = values as [Naive, Naive];
  if (typeof one === 'bigint' && typeof other === 'bigint' && name in integers)
    return int((integers[name] ?? fail)(one, other));
  if (typeof one === 'number' && typeof other === 'number' && name in doubles)
    return (doubles[name] ?? fail)(one, other);
  return (functions[name] ?? unknown(name))(one, other);
}

function unknown(name: string): never {
  throw new TypeError(`the naive evaluator does not know ${name}`);
}

function logical(first: Expression, second: Expression, scope: Scope, decisive: boolean): Naive {
  const values = [first, second].map((operand) => attempt(() => naively(operand, scope)));
  if (values.includes(decisive)) return decisive;
  return values.every((value) => value === !decisive) ? !decisive : fail();
}

const integers: Readonly<Record<string, (one: bigint, other: bigint) => bigint>> = {
  '_+_': (one, other) => one + other,
  '_-_': (one, other) => one - other,
  '_*_': (one, other) => one * other,
  '_/_': (one, other) => (other === 0n ? fail() : one / other),
  '_%_': (one, other) => (other === 0n ? fail() : one % other),
};

const doubles: Readonly<Record<string, (one: number, other: number) => number>> = {
  '_+_': (one, other) => one + other,
  '_-_': (one, other) => one - other,
  '_*_': (one, other) => one * other,
  '_/_': (one, other) => one / other,
};

const functions: Readonly<Record<string, (one: Naive, other: Naive) => Naive>> = {
  '!_': (one) => !(one as boolean),
  '@not_strictly_false': (one) => one,
  '-_': (one) => (typeof one === 'bigint' ? int(-one) : -(one as number)),
  '_+_': (one, other) => (Array.isArray(one) ? [...one, ...(other as Naive[])] : `${one as string}${other as string}`),
  '_==_': equal,
  '_!=_': (one, other) => !equal(one, other),
  '_<_': (one, other) => order(one, other) < 0,
  '_<=_': (one, other) => order(one, other) <= 0,
  '_>_': (one, other) => order(one, other) > 0,
  '_>=_': (one, other) => order(one, other) >= 0,
  '@in': (one, other) =>
    Array.isArray(other)
      ? other.some((each) => equal(one, each as Naive))
      : Object.hasOwn(other as object, one as string),
  '_[_]': (one, other) =>
    (one as Readonly<Record<string, Naive>>)[typeof other === 'string' ? other : Number(other)] ?? fail(),
  size: (one) => BigInt(Array.from(one as string).length),
  startsWith: (one, other) => (one as string).startsWith(other as string),
  string: String,
  double: Number,
  int: (one) => (Math.abs(one as number) < 2 ** 63 ? BigInt(Math.trunc(one as number)) : fail()),
};

function equal(one: Naive, other: Naive): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => equal(each as Naive, other[index] as Naive));
  }
  // oxlint-disable-next-line eqeqeq -- a bigint equals the same number
  return typeof one === typeof other || (isNumber(one) && isNumber(other)) ? one == other : false;
}

function isNumber(value: Naive): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Texts in the order of their bytes; numbers with the int as the nearest double. */
function order(one: Naive, other: Naive): number {
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other as string));
  if (typeof one === typeof other) return (one as number) < (other as number) ? -1 : one === other ? 0 : 1;
  const [ours, theirs] = [Number(one), Number(other)];
  return ours < theirs ? -1 : ours === theirs ? 0 : ours > theirs ? 1 : Number.NaN;
}
