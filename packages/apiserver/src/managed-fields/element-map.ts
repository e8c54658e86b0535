/**
 * A map whose keys are items of lists, told apart by what they are. Keys of one or two texts or numbers, as nearly all are, cost one text each.
 */
import { canonicalJson, type PathElement } from '@reeve/machinery';

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
  return canonicalJson(element.keys);
}

const comparable = (value: bigint): unknown => (BigInt(Number(value)) === value ? Number(value) : value);
