/**
 * Replaces lone surrogate escapes in JSON by U+FFFD, as Go does when it decodes; JavaScript keeps them.
 */

/** The text of a body with such halves replaced. It is as long as before, so that places in it stay the same. */
export function replaceLoneSurrogates(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (!bytes.includes('\\ud') && !bytes.includes('\\uD')) return body;
  const text = bytes
    .toString('latin1')
    .replace(escapes, (escape, half: string | undefined) => (half ? '\\ufffd' : escape));
  return Buffer.from(text, 'latin1');
}

/** Any escape: a pair of halves, a half alone, or another one. */
const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|[^])/g;
