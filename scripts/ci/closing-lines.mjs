/**
 * The last lines of CI: what was skipped, where something was, and then `N passed, M failed`.
 */

/**
 * @param {object} total
 * @param {number} total.passed
 * @param {number} total.failed
 * @param {number} total.skippedTests
 * @param {readonly { name: string, why: string }[]} total.skippedSteps
 * @returns {string[]}
 */
export function closingLines({ passed, failed, skippedTests, skippedSteps }) {
  const parts = [
    ...(skippedTests > 0 ? [counted(skippedTests, 'test')] : []),
    ...(skippedSteps.length > 0
      ? [
          `${counted(skippedSteps.length, 'step')} (${skippedSteps.map(({ name, why }) => `${name}: ${why}`).join('; ')})`,
        ]
      : []),
  ];
  return [...(parts.length > 0 ? [`skipped: ${parts.join(', ')}`] : []), `${passed} passed, ${failed} failed`];
}

/**
 * @param {number} count
 * @param {string} noun
 */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
