// What a caught value says: anything can be thrown, so a catch block asks before it reads.

/**
 * Returns the code of a system error, as in "ENOENT", or undefined for anything else.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Returns the message of an error, and anything else as a string.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
