/**
 * Hardware addresses: 6, 8 or 20 bytes, in pairs with colons or dashes, in fours with dots, or in one piece.
 * Upstream: net.ParseMAC.
 */

/** True of a MAC address. */
export function isMac(text: string): boolean {
  const separator = [':', '-'].find((each) => text[2] === each) ?? (text[4] === '.' ? '.' : '');
  const digits = separator === '.' ? 4 : 2;
  const groups = separator === '' ? (text.match(/../gs) ?? []) : text.split(separator);
  if (groups.join(separator) !== text) return false;
  const bytes = (groups.length * digits) / 2;
  return [6, 8, 20].includes(bytes) && groups.every((group) => group.length === digits && /^[0-9a-f]+$/i.test(group));
}
