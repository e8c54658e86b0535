/**
 * The one place that knows what a secret looks like: which names hold one, and how one is written in a text. Logs, errors and excerpts of what servers
 * sent pass through here before anybody sees them. It errs on the side of hiding.
 */
import { isJsonObject } from './json-value.ts';

/** What stands in the place of a secret. */
const placeholder = '[redacted]';

const longestQuote = 1000;

/** The text as a message quotes it: without secrets and control characters, on one line, and cut to a readable length. */
export const redact = (text: string): string => {
  const begin = text.length > 8 * longestQuote ? text.slice(0, 8 * longestQuote) : text;
  const safe = redactSecrets(begin)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return safe.length > longestQuote || begin !== text ? `${safe.slice(0, longestQuote)}…` : safe;
};

/**
 * True of a name whose value is a secret: `password`, `idToken`, `client_secret`, `X-Api-Key`, `AWS_SECRET_ACCESS_KEY`, `client-key-data`. Names that say
 * where a secret is to be found (`secretName`, `tokenFile`, `passwordRef`) hold none.
 */
export const isSecretName = (name: string): boolean => secretName.test(name) || shortSecretName.test(name);

/** What a secret's name ends with, in camel case, snake case or with hyphens. */
const secretEnd =
  'tokens?|secret|passw(?:or)?ds?|passphrase|passwd|pwd|' +
  '(?:api|access|private|client|signing|encryption|shared|account)[-_.]?keys?|' +
  'credentials?|authorization|cookie|kubeconfig|string[-_]?data|dockerconfigjson|dockercfg';

const secretName = new RegExp(`(?:${secretEnd})(?:[-_.]?data)?$`, 'i');

/** `pass` ends `compass`, too: it counts as a word of its own only. */
const shortSecretName = /(?:^|[-_.])(?:pass|PASS)$|[a-z\d]Pass$/;

/**
 * A text without the secrets in it, or a copy of a value without them: the values of secret names, of environment variables and headers with secret names
 * (`{ name: 'PASSWORD', value }`), what follows a flag with such a name, the data of a Secret, and what in texts looks like a secret. All else stays.
 */
export function redactSecrets(text: string): string;
export function redactSecrets(value: unknown): unknown;
export function redactSecrets(value: unknown): unknown {
  return typeof value === 'string' ? textWithoutSecrets(value) : valueWithoutSecrets(value, 0);
}

/** Deeper than this nothing is shown: whoever writes an object must not be able to end the process with it. */
const deepest = 200;

function valueWithoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (depth > deepest) return placeholder;
  if (Array.isArray(value)) return listWithoutSecrets(value, depth);
  if (!isJsonObject(value)) return value;
  if (typeof value['toJSON'] === 'function') return valueWithoutSecrets(toJsonOf(value), depth + 1);
  const isSecret = value['kind'] === 'Secret';
  const isPair = typeof value['name'] === 'string' && isSecretName(value['name']);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (isPair && name === 'value' && typeof field === 'string') return [name, placeholder];
      if (isSecret && name === 'data' && isJsonObject(field)) return [name, withoutValues(field)];
      return [name, canHide(name, field) ? placeholder : valueWithoutSecrets(field, depth + 1)];
    }),
  );
}

const toJsonOf = (value: object): unknown => (value as { toJSON(): unknown }).toJSON();

/** Flags are a list of texts: `--token`, and the token. */
const listWithoutSecrets = (list: readonly unknown[], depth: number): unknown[] =>
  list.map((item, at) => {
    const flag = list[at - 1];
    const isArgument = typeof item === 'string' && typeof flag === 'string' && /^--?[a-z]/i.test(flag);
    return isArgument && isSecretName(flag) ? placeholder : valueWithoutSecrets(item, depth + 1);
  });

const withoutValues = (data: object): Record<string, string> =>
  Object.fromEntries(Object.keys(data).map((name) => [name, placeholder]));

/** Booleans say whether there is a secret, and numbers of tokens are counts (`maxTokens`). */
const canHide = (name: string, value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return false;
  return isSecretName(name) && !(typeof value === 'number' && isCounted.test(name));
};

const isCounted = /tokens$/i;

function textWithoutSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  return text
    .replaceAll(privateKey, `$1${placeholder}`)
    .replaceAll(userInfo, `$1${placeholder}@`)
    .replaceAll(scheme, `$1 ${placeholder}`)
    .replaceAll(knownToken, placeholder)
    .replaceAll(header, `$1$2${placeholder}`)
    .replaceAll(pair, (whole, head: string, name: string, between: string, value: string) =>
      isSecretName(name) ? `${head}${name}${between}${quotedLike(value)}` : whole,
    )
    .replaceAll(yamlLine, `$1${placeholder}`)
    .replaceAll(assignment, (whole, name: string, between: string, value: string) =>
      isProse(between, value) || isNoSecret(name, value) ? whole : `${name}${between}${quotedLike(value)}`,
    )
    .replaceAll(flag, (whole, name: string, value: string) => (isWord(value) ? whole : `${name} ${placeholder}`));
}

/** Nearly all texts have none of these, and are looked at once. */
const mayHoldSecret =
  /token|secret|pass|pwd|key|credential|authorization|cookie|kubeconfig|string.?data|docker|bearer|basic|eyJ|:\/\/|gh[pousr]_|github_|glpat|xox/i;

const privateKey = /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[^]*?(?=-----END|$)/g;
const userInfo = /(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>]+@/gi;

/** A credential behind its scheme. A plain word is none: `bearer token`, `Basic authentication`. */
const scheme = /\b(Bearer|Basic)\s+(?!\[|(?:tokens?|auth(?:entication|orization)?|credentials?|realm)\b)[^\s"',;\\]+/gi;

/** JSON web tokens and other JSON in base64, and tokens that say what they are. */
const knownToken = /\beyJ[\w-]{8,}(?:\.[\w-]*)*=*|\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{10,}/g;

/** The whole rest of a header line: some schemes have several words. */
const header =
  /(\b(?:proxy-)?authorization|\b(?:set-)?cookie)((?:\\*["'])?\s*[:=]\s*\\*["']?)(?!\s|(?:Bearer|Basic) \[)[^\r\n"'\\]+/gi;

/** A name in front of a separator, and a value in quotes (of JSON within JSON, too) or up to the next space or bracket. */
const value = String.raw`(\\+"(?:[^"\\]|\\(?!"))*(?:\\+"|$)|"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s,;&"'{}\[\]()\\]+)`;
const pair = new RegExp(
  String.raw`(\bname\\*["']?\s*[:=]\s*\\*["']?)([\w.-]{1,80})(\\*["']?\s{0,40},?\s{0,40}\\*["']?value\\*["']?\s*[:=]\s*)${value}`,
  'gi',
);
const assignment = new RegExp(
  String.raw`(?<![\w.-])([\w.-]{0,80}(?:${secretEnd}|(?<=[-_.\s]|\b)pass)(?:[-_.]?data)?)(\\*["']?\s*[:=]\s*)${value}`,
  'gi',
);

/** A line of YAML that is nothing but a name and a value. */
const yamlLine = new RegExp(
  String.raw`^([ \t]*(?:- )?["']?[\w.-]{0,80}(?:${secretEnd})(?:[-_.]?data)?["']?:[ \t]+)(?!["'{[|>]|\[redacted)\S+(?=[ \t\r]*$)`,
  'gim',
);
const flag = new RegExp(String.raw`(?<!\S)(--?[\w-]{0,80}(?:${secretEnd}))[ \t]+(?!-)([^\s"',;]+)`, 'gi');

/** `invalid token: expired` tells of a token without quoting it: a plain word behind a colon and a space stays. */
const isProse = (between: string, found: string): boolean => /^:\s/.test(between) && isWord(found);

const isNoSecret = (name: string, text: string): boolean =>
  /^(?:true|false|null|undefined)$/.test(text) || (isCounted.test(name) && /^\d+$/.test(text));

const isWord = (text: string): boolean => /^(?:[a-z]+|[A-Z][a-z]*)[.:!?]?$/.test(text) || text.startsWith('[redacted');

const quotedLike = (text: string): string => {
  const [quotes = ''] = /^\\*["']/.exec(text) ?? [];
  return `${quotes}${placeholder}${quotes}`;
};
