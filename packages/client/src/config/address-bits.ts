/**
 * Addresses of the Internet as bits, so that a range is a common beginning.
 */

/** The bits of an address, 32 or 128 of them as a text of 0 and 1; undefined for what is no address. */
export const addressBits = (text: string): string | undefined => (text.includes(':') ? bits6(text) : bits4(text));

/** True of an IPv4 or IPv6 address. */
export const isAddress = (text: string): boolean => addressBits(text) !== undefined;

const bits4 = (text: string): string | undefined => {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.map((part) => Number(part).toString(2).padStart(8, '0')).join('');
};

const bits6 = (text: string): string | undefined => {
  const [head = '', tail, ...more] = text.split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  if (more.length > 0 || missing < 0 || (tail === undefined) !== (missing === 0)) return undefined;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
};
