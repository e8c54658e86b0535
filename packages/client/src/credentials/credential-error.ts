/**
 * No credential could be had: a plugin failed, a token file is not there, a provider refused. Requests fail with it before they are sent.
 */
import { ReeveError, visibleText } from '@reeve/machinery';

/** Says which credential failed, how, and what to do. Never holds what is secret, and nothing that upsets a terminal: names and hints are those of a kubeconfig, which may come from anywhere. */
export class CredentialError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_CREDENTIALS', visibleText(message, { keepsLines: true }), options);
  }
}
