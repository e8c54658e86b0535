/**
 * The formats of strings that Kubernetes knows. A format it does not know says nothing, and dashes in names do not count:
 * `date-time` and `datetime` are the same.
 * Upstream: apiserver/validation formats, kube-openapi strfmt.
 */
import { isUri } from '../values/url.ts';
import { isDate, isDateTime } from './calendar.ts';
import { isCreditCard, isIsbn, isIsbn10, isIsbn13 } from './check-digit.ts';
import { isDuration } from './duration.ts';
import { isEmail } from './email.ts';
import { isMac } from './hardware-address.ts';
import { isHostname, isLongName, isShortName } from './host-name.ts';
import { isCidr, isDottedAddress, isIpv6 } from './ip-address.ts';

/** Whether a string has a format. */
export type FormatTest = (text: string) => boolean;

/** The test of a format, or undefined for one that is not known. */
export const formatTest = (format: string): FormatTest | undefined => tests.get(format.replaceAll('-', ''));

const matches =
  (pattern: RegExp): FormatTest =>
  (text) =>
    pattern.test(text);

const color = '(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
const blanks = '[\\t\\n\\f\\r ]*';

const tests: ReadonlyMap<string, FormatTest> = new Map<string, FormatTest>([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/i)],
  ['uri', isUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isDottedAddress],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', isIsbn],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matches(/^(?=.{11}$)\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['hexcolor', matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i)],
  [
    'rgbcolor',
    matches(new RegExp(`^rgb\\(${[color, color, color].map((each) => blanks + each + blanks).join(',')}\\)$`)),
  ],
  ['byte', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', isShortName],
  ['k8slongname', isLongName],
]);
