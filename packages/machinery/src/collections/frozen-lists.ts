/**
 * Looking through lists that may be frozen, as those of cached objects are. The engine's own `find`, `filter`, `some` and `every` read frozen arrays element by element as if they were any
 * object, and take five to ten times as long as these loops: that counts where it is done for every event.
 */

/** The first element that fits. */
export function findIn<T>(list: readonly T[], fits: (element: T) => boolean): T | undefined {
  for (let at = 0; at < list.length; at += 1) {
    const element = list[at] as T; // there is one up to the length
    if (fits(element)) return element;
  }
  return undefined;
}

/** The elements that fit. */
export function filterIn<T>(list: readonly T[], fits: (element: T) => boolean): T[] {
  const fitting: T[] = [];
  for (let at = 0; at < list.length; at += 1) {
    const element = list[at] as T; // there is one up to the length
    if (fits(element)) fitting.push(element);
  }
  return fitting;
}

/** True when an element fits. */
export function someIn<T>(list: readonly T[], fits: (element: T) => boolean): boolean {
  for (let at = 0; at < list.length; at += 1) if (fits(list[at] as T)) return true; // there is one up to the length
  return false;
}

/** True when no element does not fit. */
export function everyIn<T>(list: readonly T[], fits: (element: T) => boolean): boolean {
  for (let at = 0; at < list.length; at += 1) if (!fits(list[at] as T)) return false; // there is one up to the length
  return true;
}
