/**
 * A body that its kind cannot hold. Answers word it differently: a create names the kind, a patch quotes the patched object, a deletion says no more than
 * the problem; so the problem is kept by itself.
 */
import { StatusError } from '@reeve/registry';

export class DecodeError extends StatusError {
  /** What is wrong, in Go's words: `json: cannot unmarshal number into Go struct field ConfigMap.data of type string`. */
  readonly problem: string;

  constructor(message: string, problem: string) {
    super(400, 'BadRequest', message, { hasDetails: false });
    this.name = 'DecodeError';
    this.problem = problem;
  }
}
