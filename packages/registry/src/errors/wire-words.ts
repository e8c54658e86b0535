/**
 * What names and keys may look like, with every refusal in the words that the real server puts on the wire: clients match on them. Each rule gives the list
 * of problems of a text, which is empty when there are none. Upstream: apimachinery util/validation.
 */

/** The problems of a text. */
export type WordRule = (text: string) => readonly string[];

/** A rule made of a pattern and a maximum length. */
interface Pattern {
  readonly pattern: string;
  readonly sentence: string;
  readonly examples: readonly string[];
  readonly maxLength?: number;
  /** What lengths are counted in, as the refusal says; newer rules say bytes. */
  readonly unit?: 'bytes';
  /** Whether letters may be of any size. */
  readonly isCaseless?: boolean;
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const underscored = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const patterns = {
  label: {
    pattern: label,
    sentence:
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    examples: ['my-name', '123-abc'],
    maxLength: 63,
  },
  subdomain: {
    pattern: `${label}(\\.${label})*`,
    sentence:
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    examples: ['example.com'],
    maxLength: 253,
  },
  label1035: {
    pattern: '[a-z]([-a-z0-9]*[a-z0-9])?',
    sentence:
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    examples: ['my-name', 'abc-123'],
    maxLength: 63,
  },
  qualifiedName: {
    pattern: qualified,
    sentence:
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    examples: ['MyName', 'my.name', '123-abc'],
    maxLength: 63,
    unit: 'bytes',
  },
  labelValue: {
    pattern: `(${qualified})?`,
    sentence:
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    examples: ['MyValue', 'my_value', '12345'],
    maxLength: 63,
    unit: 'bytes',
  },
  configKey: {
    pattern: '[-._a-zA-Z0-9]+',
    sentence: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
    examples: ['key.name', 'KEY_NAME', 'key-name'],
    maxLength: 253,
  },
  percent: {
    pattern: '[0-9]+%',
    sentence: "a valid percent string must be a numeric string followed by an ending '%'",
    examples: ['1%', '93%'],
  },
  subdomainWithUnderscores: {
    pattern: `${underscored}(\\.${underscored})*`,
    sentence:
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
    examples: ['example.com'],
    maxLength: 253,
  },
  headerName: {
    pattern: '[-A-Za-z0-9]+',
    sentence: "a valid HTTP header must consist of alphanumeric characters or '-'",
    examples: ['X-Header-Name'],
  },
  wildcardSubdomain: {
    pattern: `\\*\\.${label}(\\.${label})*`,
    sentence:
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    examples: ['*.example.com'],
    maxLength: 253,
  },
} satisfies Record<string, Pattern>;

const labelInBytes: Pattern = { ...patterns.label, unit: 'bytes' };
const subdomainInBytes: Pattern = { ...patterns.subdomain, unit: 'bytes' };
const caselessSubdomain: Pattern = {
  ...subdomainInBytes,
  sentence:
    "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ['Example.com'],
  isCaseless: true,
};

/** The list of a text without problems: one for all, as nearly all texts have none. */
const none: readonly string[] = [];

/** Names of namespaces, containers, volumes: no dots. */
export const dnsLabel: WordRule = (text) => labelProblems(patterns.label, text);

/** The same rule as newer validation words it. */
export const dnsLabelInBytes: WordRule = (text) => labelProblems(labelInBytes, text);

function labelProblems(pattern: Pattern, text: string): readonly string[] {
  const problems = problemsOf(pattern, text);
  if (problems.length === 0) return none;
  const hasOnlyDotsWrong = !fits(pattern, text) && fits(patterns.subdomain, text);
  return hasOnlyDotsWrong ? [...lengthProblems(pattern, text), 'must not contain dots'] : problems;
}

/** Names of most objects. */
export const dnsSubdomain: WordRule = (text) => problemsOf(patterns.subdomain, text);

/** The same rule as newer validation words it. */
export const dnsSubdomainInBytes: WordRule = (text) => problemsOf(subdomainInBytes, text);

/** Names of drivers, in letters of any size. */
export const dnsSubdomainCaseless: WordRule = (text) => problemsOf(caselessSubdomain, text);

/** Names that must start with a letter. */
export const dns1035Label: WordRule = (text) => problemsOf(patterns.label1035, text);

/** A host with a star in front. */
export const wildcardDnsSubdomain: WordRule = (text) => problemsOf(patterns.wildcardSubdomain, text);

/** Where names are looked for. */
export const dnsSearch: WordRule = (text) => problemsOf(patterns.subdomainWithUnderscores, text);

/** The name of an HTTP header. */
export const headerName: WordRule = (text) => problemsOf(patterns.headerName, text);

/** Values of labels. */
export const labelValue: WordRule = (text) => problemsOf(patterns.labelValue, text);

/** Shares such as `25%`. */
export const percent: WordRule = (text) => problemsOf(patterns.percent, text);

/** Keys of ConfigMaps and Secrets: file names, so that those with dots alone are refused. */
export const configKey: WordRule = (text) => {
  const problems = problemsOf(patterns.configKey, text);
  if (text === '.') return [...problems, `must not be '.'`];
  if (text === '..') return [...problems, `must not be '..'`];
  return text.startsWith('..') ? [...problems, `must not start with '..'`] : problems;
};

/** Keys of labels and annotations: a name with an optional domain in front. */
export const qualifiedName: WordRule = (text) => {
  const slash = text.indexOf('/');
  if (slash !== text.lastIndexOf('/'))
    return [
      `a valid label key ${regexProblem(patterns.qualifiedName)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const problems = nameProblems(text.slice(slash + 1));
  return slash === -1 ? problems : joined(prefixProblems(text.slice(0, slash)), problems);
};

/** Names that stand in a URL and nowhere else. */
export const pathSegment: WordRule = (text) => {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return pathSegmentPrefix(text);
};

/** The beginning of such a name. */
export const pathSegmentPrefix: WordRule = (text) =>
  text.includes('/') || text.includes('%')
    ? ['/', '%'].filter((each) => text.includes(each)).map((each) => `may not contain '${each}'`)
    : none;

/** A text that a suffix will follow may end in a dash. */
export const asPrefix = (text: string): string =>
  text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text;

function prefixProblems(prefix: string): readonly string[] {
  const problems = prefix === '' ? ['must be non-empty'] : dnsSubdomainInBytes(prefix);
  return problems.length === 0 ? none : problems.map((problem) => `prefix part ${problem}`);
}

function nameProblems(name: string): readonly string[] {
  const fitting = problemsOf(patterns.qualifiedName, name);
  const problems = name === '' ? ['must be non-empty', ...fitting] : fitting;
  return problems.length === 0 ? none : problems.map((problem) => `name part ${problem}`);
}

const joined = (some: readonly string[], more: readonly string[]): readonly string[] =>
  some.length === 0 ? more : [...some, ...more];

function problemsOf(rule: Pattern, text: string): readonly string[] {
  const tooLong = lengthProblems(rule, text);
  if (fits(rule, text)) return tooLong;
  return [...tooLong, regexProblem(rule)];
}

const lengthProblems = ({ maxLength = Infinity, unit }: Pattern, text: string): readonly string[] =>
  text.length * longestCharacter > maxLength && Buffer.byteLength(text) > maxLength
    ? [`must be no more than ${maxLength} ${unit ?? 'characters'}`]
    : none;

/** No unit of a text has more bytes than this. */
const longestCharacter = 3;

/** Each pattern is compiled once. */
const compiled = new Map<string, RegExp>();

function fits({ pattern, isCaseless }: Pattern, given: string): boolean {
  const text = isCaseless ? given.toLowerCase() : given;
  let expression = compiled.get(pattern);
  if (expression === undefined) compiled.set(pattern, (expression = new RegExp(`^(?:${pattern})$`, 'u')));
  return expression.test(text);
}

function regexProblem({ pattern, sentence, examples }: Pattern): string {
  return `${sentence} (e.g. ${examples.map((each) => `'${each}'`).join(',  or ')}, regex used for validation is '${pattern}')`;
}
