/**
 * What `npm audit --json` says, as a release takes it: mistakes that are high or critical end it; a registry that answers no audits does not.
 */

/**
 * @param {string} text What npm printed.
 * @returns {{ problem: boolean, message: string }}
 */
export function auditVerdict(text) {
  const { metadata, error, message = '' } = parsed(text);
  if (metadata?.vulnerabilities === undefined) {
    const reason = String(error?.summary ?? error?.code ?? message).split('\n')[0];
    return {
      problem: false,
      message: `audit: the registry did not answer it (${reason}); ask another one before you publish`,
    };
  }
  const { high = 0, critical = 0, total = 0 } = metadata.vulnerabilities;
  const problem = high + critical > 0;
  const advice = problem ? ': npm audit --omit=dev names them' : '';
  return { problem, message: `audit: ${total} known, ${high} high, ${critical} critical${advice}` };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { message: 'no JSON' };
  }
}
