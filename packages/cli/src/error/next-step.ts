/**
 * What to type next, for failures that every command can meet.
 */
import { causeChain, isNotFound, ReeveError } from '@reeve/machinery';

/** How a next step ends when `reeve doctor` can look closer. It does not propose itself. */
const doctor = ', then: reeve doctor';

/** What to do next by the code of an error. Codes that are not here have a message that says it. */
const steps: Readonly<Record<string, string>> = {
  REEVE_UNAUTHORIZED: `renew the credentials of the kubeconfig user${doctor}`,
  REEVE_FORBIDDEN: 'grant the permission in a Role or ClusterRole; what a program needs: reeve render FILE',
  REEVE_SOURCE: 'see what is missing: reeve doctor FILE',
  REEVE_MISSING_PERMISSION: 'make the rules from the program: reeve render FILE',
  REEVE_CONNECTION_REFUSED: `check the address of the server, and that it runs${doctor}`,
  REEVE_CONNECTION_TIMEOUT: `check the network, the firewall and the address of the server${doctor}`,
  REEVE_NAME_NOT_RESOLVED: `check the address in the kubeconfig${doctor}`,
  REEVE_TLS_FAILED: `check certificate-authority in the kubeconfig${doctor}`,
  REEVE_PROXY_FAILED: `check proxy-url, HTTPS_PROXY and NO_PROXY${doctor}`,
  REEVE_NO_CONFIGURATION: 'start a cluster here: reeve server; or name one: --kubeconfig FILE',
  REEVE_CREDENTIALS: `log in to the cluster again, or correct the file that the message names${doctor}`,
};

const installs =
  'install the definition: reeve run FILE --install, or reeve render FILE | kubectl apply --server-side -f -';

/** The same for `reeve doctor`, which has looked already. */
export const nextStepInDoctor = (error: unknown): string | undefined => nextStepOf(error)?.replace(doctor, '');

/** The next step for a failure; undefined when its message says it. */
export function nextStepOf(error: unknown): string | undefined {
  for (const link of causeChain(error)) {
    const next: unknown = link instanceof ReeveError && 'next' in link ? link.next : undefined;
    if (typeof next === 'string') return next;
    const code: unknown = typeof link === 'object' && link !== null && 'code' in link ? link.code : undefined;
    if (code === 'REEVE_SOURCE' && isNotFound(link)) return installs;
    const step = typeof code === 'string' && Object.hasOwn(steps, code) ? steps[code] : undefined;
    if (step !== undefined) return step;
  }
  return undefined;
}
