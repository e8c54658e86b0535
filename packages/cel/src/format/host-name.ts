/**
 * Names of hosts and of objects.
 * Upstream: kube-openapi strfmt IsHostname, IsShortName and IsLongName.
 */

/**
 * True of a host name: labels of letters, digits, symbols and inner dashes, the last one of letters only; or one label,
 * in which upstream takes a dash in second place only.
 */
export function isHostname(text: string): boolean {
  const labels = text.split('.');
  const last = labels.pop() ?? '';
  const isName =
    labels.length === 0 ? single.test(last) : labels.every((each) => label.test(each)) && topLevel.test(last);
  return isName && bytesIn(text) <= 255 && [...labels, last].every((each) => bytesIn(each) <= 63);
}

const single = /^[a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]{0,62}$/u;
const label = /^[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
const topLevel = /^[a-zA-Z\p{L}]{2,63}$/u;

const utf8 = new TextEncoder();

const bytesIn = (text: string): number => utf8.encode(text).length;

/** True of a name of up to 63 lower case letters, digits and inner dashes. */
export const isShortName = (text: string): boolean => text.length <= 63 && isLabel(text);

/** True of such names joined by dots, up to 253 characters in all. */
export const isLongName = (text: string): boolean => text.length <= 253 && text.split('.').every(isLabel);

const isLabel = (text: string): boolean => /^[-a-z0-9]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');
