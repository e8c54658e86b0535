/**
 * Where in a document a patch function stands, for its messages. A path is a linked list, so that descending costs one
 * small object and no text; the text is made when something is wrong.
 */
import { checkDepth } from '../../json/depth.ts';
import type { ReadonlyJson } from '../../json/json-value.ts';
import { stringifyJson } from '../../json/stringify-json.ts';
import { PatchFormatError } from './patch-format-error.ts';

/** The name of a field, the merge key of a list item, or its index. */
export type PathStep = string | number | bigint | boolean;

/** A place in a document; descending too deep is refused, which bounds every recursion that carries a path. */
export class PatchPath {
  /** The whole document. */
  static readonly root: PatchPath = new PatchPath(undefined, '', 0);

  readonly #parent: PatchPath | undefined;
  readonly #step: PathStep;
  readonly #depth: number;

  private constructor(parent: PatchPath | undefined, step: PathStep, depth: number) {
    checkDepth(depth, 'strategic merge patch');
    this.#parent = parent;
    this.#step = step;
    this.#depth = depth;
  }

  /** The place of a part of what is here. */
  at(step: PathStep): PatchPath {
    return new PatchPath(this, step, this.#depth + 1);
  }

  toString(): string {
    const steps = [this.#step];
    for (let above = this.#parent; above !== undefined; above = above.#parent) steps.push(above.#step);
    return steps.length === 1 ? 'the document' : steps.toReversed().slice(1).join('.');
  }

  /** Throws an error about the value found here. The problem says what is wrong and what to write instead. */
  refuse(found: ReadonlyJson, problem: string): never {
    throw new PatchFormatError(found, excerpt(found), this.toString(), problem);
  }
}

/** The beginning of a value as JSON, short enough for a message. */
export function excerpt(value: ReadonlyJson): string {
  const text = stringifyJson(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longest = 200;
