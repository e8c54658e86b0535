/**
 * The Warning header: each text once, as long as it is one line; when all of them are too long together, each is cut, and so is the list.
 * Upstream: apiserver endpoints/filters WithWarningRecorder, apimachinery util/net NewWarningHeader.
 */
const mostRunes = 4096;
const mostRunesOfOne = 256;

/** The values of the header. */
export function warningHeader(texts: readonly string[]): readonly string[] {
  const told = [...new Set(texts)].filter((text) => text !== '' && !hasControls(text));
  const isTooLong = told.reduce((sum, text) => sum + Array.from(text).length, 0) > mostRunes;
  return (isTooLong ? shortened(told) : told).map((text) => `299 - ${JSON.stringify(text)}`);
}

/** Cut texts, as many as fit; the one that is over the limit is still told. */
function shortened(texts: readonly string[]): readonly string[] {
  const told: string[] = [];
  let sum = 0;
  for (const text of texts) {
    if (sum > mostRunes) break;
    const runes = Array.from(text).slice(0, mostRunesOfOne);
    sum += runes.length;
    told.push(runes.join(''));
  }
  return told;
}

const hasControls = (text: string): boolean =>
  Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 32 || (code >= 127 && code < 160);
  });
