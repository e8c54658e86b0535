/**
 * A bearer token in a file that somebody replaces before it expires, as the kubelet does for pods. It is read again after about a minute, and at once
 * when the server does not accept it.
 * Upstream: client-go transport.NewCachedFileTokenSource (a minute, with ten seconds of leeway).
 */
import type { Clock } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';
import type { Credential } from './credential.ts';
import { RereadFile } from './reread-file.ts';
import { revealed, type Secret } from './secret.ts';

/** Where the token is, and one to begin with. */
export interface TokenFileOptions {
  readonly clock: Clock;
  readonly path: string;
  readonly read: (path: string) => Promise<string>;
  /** Shown until the file could be read. */
  readonly token?: Secret | string | undefined;
}

const freshForMs = 50_000;

/** Shows the token that the file holds now. */
export const tokenFile = ({ clock, path, read, token }: TokenFileOptions): Credential => {
  const isGood = (text: string): boolean => text.trim() !== '';
  const options = { clock, path, read, everyMs: freshForMs, content: 'token', isGood };
  const file = new RereadFile(options, token === undefined ? undefined : revealed(token));
  const shown = (text: string): string => `Bearer ${text.trim()}`;
  const unreadable = (cause: unknown): never => {
    throw new CredentialError(
      `the token file ${path} cannot be used: put a token there, or name another in tokenFile`,
      { cause },
    );
  };
  return {
    authorization() {
      const text = file.current();
      return typeof text === 'string' ? shown(text) : text.then(shown, unreadable);
    },
    async refresh(rejected) {
      const fresh = await file.reread().then(shown, unreadable);
      return fresh === rejected ? undefined : fresh;
    },
  };
};
