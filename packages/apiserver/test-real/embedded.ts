/**
 * The embedded server as an outsider meets it: on a port, by a kubeconfig file.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer, type Profile } from '@reeve/apiserver';

/** A running server and the path of a kubeconfig for its administrator. */
export interface Embedded extends AsyncDisposable {
  readonly server: ApiServer;
  readonly kubeconfig: string;
}

/** Starts a fresh server. What it calls a bug of its own is an error of the test. */
export async function startEmbedded(profile: Profile = 'envtest'): Promise<Embedded> {
  const bugs: unknown[] = [];
  const server = await ApiServer.start({ port: 0, profile, onBug: (error) => bugs.push(error) });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-embedded-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, server.kubeconfig(), { mode: 0o600 });
  return {
    server,
    kubeconfig,
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      if (bugs.length > 0) throw new AggregateError(bugs, `the server met ${bugs.length} bugs of its own`);
    },
  };
}
