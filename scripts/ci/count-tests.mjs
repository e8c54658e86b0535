/**
 * How many tests a run of vitest passed, failed and skipped, read from the results it left.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, problem?: string }} Counted `problem` says why there is a failure without a failed test
 */

/**
 * Counts the tests in a results file. A run without results has failed, but for the suite of a real cluster: where none can be started, it leaves none.
 * @param {string} file
 * @param {'unit' | 'real'} suite
 * @returns {Counted}
 */
export function countTests(file, suite) {
  if (!existsSync(file)) {
    return suite === 'real' ? { passed: 0, failed: 0, skipped: 0 } : failure(`it left no results in ${file}`);
  }
  const report = parsed(file);
  if (report === undefined) return failure(`its results in ${file} cannot be read`);
  const {
    numPassedTests,
    numFailedTests,
    numFailedTestSuites,
    numPendingTests = 0,
    numTodoTests = 0,
    success,
  } = report;
  const brokenFiles = !success && numFailedTests === 0 ? Math.max(1, numFailedTestSuites) : 0;
  const counted = {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles,
    skipped: numPendingTests + numTodoTests,
  };
  if (suite === 'unit' && counted.passed === 0 && counted.failed === 0) return failure(`no test of ${file} passed`);
  return brokenFiles > 0 ? { ...counted, problem: `${brokenFiles} test files could not be loaded` } : counted;
}

/** @param {string} file */
function parsed(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(report.numPassedTests) && Number.isInteger(report.numFailedTests) ? report : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} problem
 * @returns {Counted}
 */
const failure = (problem) => ({ passed: 0, failed: 1, skipped: 0, problem });
