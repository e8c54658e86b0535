/**
 * How many tests a run of vitest passed and failed, read from the results it left.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * Counts the tests in a results file; a suite that was skipped as a whole left none and counts nothing.
 * @param {string} file
 */
export function countTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = !success && numFailedTests === 0 ? Math.max(1, numFailedTestSuites) : 0;
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles };
}
