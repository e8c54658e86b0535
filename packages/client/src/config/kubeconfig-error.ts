/**
 * A configuration that cannot be used. Each problem says where it is and what to write; no problem quotes a value, as it may be secret.
 * Upstream: clientcmd's configuration-invalid errors.
 */
import { ReeveError, visibleText } from '@reeve/machinery';
import type { ConfigPlace } from './kubeconfig-entries.ts';

/** One thing that is wrong. */
export interface ConfigProblem {
  /** Where, when it was read from somewhere. */
  readonly place?: ConfigPlace | undefined;
  readonly message: string;
}

/** Everything that is wrong, in the order of the file. */
export class KubeConfigError extends ReeveError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], options?: ErrorOptions) {
    super('REEVE_KUBECONFIG', visibleText(problems.map(describeProblem).join('\n'), { keepsLines: true }), options);
    this.problems = problems;
  }
}

/** No server is configured anywhere. Distinct, because it is where the search for a configuration goes on. */
export class EmptyConfigError extends ReeveError {
  constructor(searched: readonly string[]) {
    const places = searched.length === 0 ? '' : ` (looked at ${searched.join(', ')})`;
    super(
      'REEVE_NO_CONFIGURATION',
      `no cluster is configured${places}: set KUBECONFIG or give a kubeconfig, name a server, or run inside a cluster`,
    );
  }
}

const describeProblem = ({ place, message }: ConfigProblem): string => {
  if (place === undefined) return message;
  const { file = 'kubeconfig', line, column, field } = place;
  const position = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `${file}${position}${field === '' ? '' : ` ${field}`}: ${message}`;
};
