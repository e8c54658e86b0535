/**
 * Reads YAML that anybody may have written, in time that grows with the text: what is nested without end, repeats itself through aliases or has many keys must not stop or end the
 * process. The library recurses and compares each key with all others, so depth is looked at first, and keys afterwards. It is loaded when the first text is read.
 */
import type { CreateNodeOptions, Document, DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';
import type * as Yaml from 'yaml';

/** How a text is read. */
export interface ReadYamlOptions {
  /** How deeply it may be nested. */
  readonly deepest: number;
  /** How many words, marks and spaces it may have. Reading many takes seconds in which nothing else happens. */
  readonly mostLexemes: number;
  /** What the library is told besides. */
  readonly library?: ParseOptions & DocumentOptions & SchemaOptions & CreateNodeOptions;
}

/** What is wrong with a text, and at which offset. */
export interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

/** A document of a text. */
export interface YamlDocument {
  readonly problem: YamlProblem | undefined;
  /** Undefined where there is a problem. */
  readonly value: unknown;
  /** Where it begins. */
  readonly offset: number;
  /** Where the value at a path begins; undefined when nothing is there. */
  offsetOf(path: readonly (string | number)[]): number | undefined;
}

/** A text that was read. */
export interface YamlText {
  readonly documents: readonly YamlDocument[];
  /** The place of an offset; both count from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number };
}

/** Reads all documents. Undefined when the text is nested too deeply or is too long. */
export async function readYaml(text: string, { library, ...bounds }: ReadYamlOptions): Promise<YamlText | undefined> {
  const yaml = await import('yaml');
  if (isExcessive(yaml, text, bounds)) return undefined;
  const lineCounter = new yaml.LineCounter();
  const options = { prettyErrors: false, logLevel: 'silent', ...library, lineCounter, uniqueKeys: false } as const;
  try {
    const documents = yaml.parseAllDocuments(text, options);
    return {
      documents: 'empty' in documents ? [] : documents.map((document) => read(yaml, document)),
      placeOf: (offset) => {
        const { line, col } = lineCounter.linePos(offset);
        return { line, column: col };
      },
    };
  } catch {
    return undefined; // aliases that multiply make the library fail in its own ways
  }
}

function read(yaml: typeof Yaml, document: Document.Parsed): YamlDocument {
  return {
    ...valueOf(yaml, document),
    offset: document.contents?.range[0] ?? document.range[0],
    offsetOf(path) {
      const node = document.getIn(path, true);
      return yaml.isNode(node) ? node.range?.[0] : undefined;
    },
  };
}

function valueOf(yaml: typeof Yaml, document: Document.Parsed): Pick<YamlDocument, 'problem' | 'value'> {
  const [error] = document.errors;
  const problem = error
    ? { code: error.code, message: error.message, offset: error.pos[0] }
    : repeatedKey(yaml, document);
  if (problem !== undefined) return { problem, value: undefined };
  try {
    return { problem, value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch {
    const message = 'its aliases repeat too much, or lead nowhere';
    return { problem: { code: 'BAD_ALIAS', message, offset: document.range[0] }, value: undefined };
  }
}

/** A key that a map has twice. `<<` may be there several times. */
function repeatedKey({ isScalar, visit }: typeof Yaml, document: Document.Parsed): YamlProblem | undefined {
  let offset: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.source === '<<') continue;
        if (keys.has(key.value)) offset ??= key.range?.[0] ?? 0;
        keys.add(key.value);
      }
      return offset === undefined ? undefined : visit.BREAK;
    },
  });
  return offset === undefined ? undefined : { code: 'DUPLICATE_KEY', message: 'Map keys must be unique', offset };
}

/** Found without recursion: a text that is nested without end does not merely make the library fail, V8 gives up the whole process. */
function isExcessive(
  { Lexer, Parser }: typeof Yaml,
  text: string,
  { deepest, mostLexemes }: Pick<ReadYamlOptions, 'deepest' | 'mostLexemes'>,
): boolean {
  const parser = new Parser();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > mostLexemes) return true;
    for (const _token of parser.next(lexeme)) continue;
    if (parser.stack.length > deepest) return true;
  }
  return false;
}
