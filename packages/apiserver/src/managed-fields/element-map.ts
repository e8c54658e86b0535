/**
 * A map whose keys are items of lists, told apart by what they are. Keys of one or two texts or numbers, as nearly all are, cost one text each.
 */
import { canonicalJson, type PathElement, type ReadonlyJson } from '@reeve/machinery';

export class ElementMap<Value> {
  readonly #values = new Map<unknown, Value>();

  get(element: PathElement): Value | undefined {
    return this.#values.get(tokenOf(element));
  }

  has(element: PathElement): boolean {
    return this.#values.has(tokenOf(element));
  }

  set(element: PathElement, value: Value): void {
    this.#values.set(tokenOf(element), value);
  }
}

/** Equal for equal elements of one list. The number 1 and the text '1' are two. */
function tokenOf(element: PathElement): unknown {
  if (element.type === 'value') return typeof element.value === 'bigint' ? comparable(element.value) : element.value;
  if (element.type !== 'key') return element.type === 'field' ? element.name : element.index;
  const [only] = element.keys;
  if (element.keys.length === 1 && only && typeof only[1] === 'string') return only[1];
  let token = '';
  for (const [name, value] of element.keys) token += keyToken(name, value);
  return token;
}

/** Lengths say where names and values end. */
function keyToken(name: string, value: ReadonlyJson): string {
  const text = typeof value === 'object' ? canonicalJson(value) : String(value);
  const type = typeof value === 'bigint' ? 'number' : typeof value;
  return `${name.length} ${name} ${type} ${text.length} ${text}`;
}

const comparable = (value: bigint): unknown => (BigInt(Number(value)) === value ? Number(value) : value);
