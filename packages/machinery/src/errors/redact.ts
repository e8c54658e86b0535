/**
 * What others wrote, made fit for a message: nothing that opens a door, nothing that upsets a terminal, nothing endless.
 */

const LONGEST_QUOTE = 1000;

/** The text without bearer tokens and JSON web tokens, without control characters, and cut to a readable length. */
export const redact = (text: string): string => {
  const safe = text
    .replaceAll(/\bBearer\s+[^\s"',;]+/gi, 'Bearer [redacted]')
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, '[redacted]')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return safe.length > LONGEST_QUOTE ? `${safe.slice(0, LONGEST_QUOTE)}…` : safe;
};
