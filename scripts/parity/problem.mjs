/**
 * What the user has to put right. The message is all there is to say, so no stack is shown; anything else that is thrown is a bug.
 */

/** Exit codes: 1 for a problem with tests, results or page, 2 for a wrong command line. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {1 | 2} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Problem';
    this.exitCode = exitCode;
  }
}
