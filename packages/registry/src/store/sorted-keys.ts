/**
 * A set of strings in byte order, cheap to change at any size: the keys lie in chunks, and a change moves only one chunk's.
 */

const largest = 512;

/** Keys in order. Inserting and removing cost the same with a thousand keys as with a hundred thousand. */
export class SortedKeys {
  /** Never empty chunks, each sorted, all of one before all of the next. */
  #chunks: string[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string): void {
    const index = this.#chunkFor(key);
    const chunk = this.#chunks[index];
    if (chunk === undefined) this.#chunks.push([key]);
    else {
      const position = lowerBound(chunk, key);
      if (chunk[position] === key) return;
      chunk.splice(position, 0, key);
      if (chunk.length > largest) this.#chunks.splice(index, 1, chunk.slice(0, largest / 2), chunk.slice(largest / 2));
    }
    this.#size += 1;
  }

  delete(key: string): void {
    const index = this.#chunkFor(key);
    const chunk = this.#chunks[index];
    const position = chunk === undefined ? 0 : lowerBound(chunk, key);
    if (chunk?.[position] !== key) return;
    chunk.splice(position, 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
    this.#size -= 1;
  }

  /** Keys not before `start`, in order; those with another prefix end it. */
  *from(start: string, prefix = ''): Generator<string, void, void> {
    let index = this.#chunkFor(start);
    let position = lowerBound(this.#chunks[index] ?? [], start);
    for (let chunk = this.#chunks[index]; chunk !== undefined; chunk = this.#chunks[++index], position = 0) {
      for (let key = chunk[position]; key !== undefined; key = chunk[++position]) {
        if (!key.startsWith(prefix)) return;
        yield key;
      }
    }
  }

  /** The chunk that holds a key or would; the last one for keys beyond all. */
  #chunkFor(key: string): number {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#chunks[middle]?.at(-1) ?? '';
      if (last < key) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, 0);
  }
}

/** The first position whose key is not before the given one. */
function lowerBound(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
