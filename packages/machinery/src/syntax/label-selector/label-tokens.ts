/**
 * The words and symbols of a label selector, with their places. `in` and `notin` are words like all others: only where an
 * operator is due do they mean one, so that they can be keys and values too.
 */

/** A piece of a selector. The end is a token as well, so that there is always one to look at. */
export interface LabelToken {
  readonly type: 'word' | 'symbol' | 'end';
  readonly text: string;
  /** Where it starts in the selector, from 0. */
  readonly position: number;
}

/** The tokens of a selector, the last one being the end. */
export function labelTokens(selector: string): LabelToken[] {
  const tokens = [...selector.matchAll(pieces)].map(tokenOf);
  tokens.push({ type: 'end', text: '', position: selector.length });
  return tokens;
}

const pieces = /==|!=|[=!(),<>]|[^=!(),<> \t\r\n]+/g;

const tokenOf = ({ 0: text, index }: RegExpExecArray): LabelToken => ({
  type: /^[=!(),<>]/.test(text) ? 'symbol' : 'word',
  text,
  position: index,
});
