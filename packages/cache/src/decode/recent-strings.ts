/**
 * The last few strings, so that one which an object has at several places, such as a time or an address, is held once. It is meant for strings that
 * do not repeat from object to object: a glance at some characters is all that a miss costs.
 */

const SLOTS = 64;

/** Longer strings are seldom there twice, and dearer to compare. */
const LONGEST = 64;

/** Remembers a string until another takes its slot. */
export class RecentStrings {
  readonly #slots: string[] = Array.from({ length: SLOTS }, () => '');

  /** The equal string that came not long before this one, which is remembered otherwise. */
  twinOf(text: string): string | undefined {
    const { length } = text;
    if (length > LONGEST) return undefined;
    const slot = slotOf(text, length);
    const known = this.#slots[slot];
    if (known === text) return known;
    this.#slots[slot] = text;
    return undefined;
  }
}

/** Strings of one object differ in their length, or at their end. */
function slotOf(text: string, length: number): number {
  const end = text.charCodeAt(length - 1) ^ (text.charCodeAt(length - 2) << 1) ^ (text.charCodeAt(length - 3) << 2);
  return (end ^ (text.charCodeAt(length >> 1) << 3) ^ length) & (SLOTS - 1);
}
