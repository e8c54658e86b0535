/**
 * Bodies in YAML, read as the real server reads them: by the rules of YAML 1.1 (`yes` is true), the first document only, the last of equal keys. Keys that
 * come twice are noted, and mistakes are told in its words. Upstream: sigs.k8s.io/yaml.
 */
import { InvalidInputError } from '@reeve/machinery';
import type * as Yaml from 'yaml';
import { refuseLargeYaml } from './yaml-limits.ts';
import { anchorProblem, yamlProblem } from './yaml-problem.ts';
import type { LineCounter, Node, Tags, YAMLMap } from 'yaml';

export interface YamlBody {
  readonly value: unknown;
  /** `line 7: key "a" already set in map`, in the order of the text. */
  readonly duplicates: readonly string[];
}

/** Types that the server does not know in bodies: they stay text. */
const unknownTags = new Set(['timestamp', 'binary', 'omap', 'pairs', 'set'].map((name) => `tag:yaml.org,2002:${name}`));

/** Parses a body; what is no YAML is refused with `InvalidInputError` in the words of Go's parser. */
export async function parseYamlBody(text: string): Promise<YamlBody> {
  const yaml = await import('yaml');
  refuseLargeYaml(yaml, text);
  const lines = new yaml.LineCounter();
  const [first] = yaml.parseAllDocuments(text, {
    version: '1.1',
    uniqueKeys: false,
    lineCounter: lines,
    customTags: withoutUnknownTags,
  });
  if (first === undefined) return { value: null, duplicates: [] };
  const [error] = 'errors' in first ? first.errors : [];
  if (error) throw new InvalidInputError(text, yamlProblem(error, text));
  return { value: valueOf(first, text), duplicates: duplicatesIn(first.contents, yaml, lines) };
}

const withoutUnknownTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || (!unknownTags.has(tag.tag) && tag.format !== 'TIME'));

/** Aliases are looked up here: one without an anchor is found only now, and so are too many of them. */
function valueOf(document: { toJS(options: { maxAliasCount: number }): unknown }, text: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InvalidInputError(text, error instanceof Error ? anchorProblem(error.message) : String(error));
  }
}

type Scanner = Pick<typeof Yaml, 'isScalar' | 'visit'>;

/** The keys that come twice. The library looks for them, too, but compares each key with all others. */
export function duplicatesIn(root: Node | null, yaml: Scanner, lines: LineCounter): string[] {
  const found: string[] = [];
  yaml.visit(root, { Map: (_key, map) => void found.push(...twice(map, yaml, lines)) });
  return found;
}

function twice(map: YAMLMap, { isScalar }: Scanner, lines: LineCounter): string[] {
  const seen = new Set<string>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [`line ${lines.linePos(key.range?.[0] ?? 0).line}: key ${JSON.stringify(name)} already set in map`];
  });
}
