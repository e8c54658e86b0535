/**
 * The embedded API server, loaded when it is started: programs that never start one do not pay for it.
 */
import type { ApiServer as EmbeddedServer, ApiServerOptions } from '@reeve/apiserver';

/** An API server in this process: in memory, on a port, or both. */
export type ApiServer = EmbeddedServer;

/** Starts embedded API servers. */
export const ApiServer = {
  /** Starts a server with the objects that a fresh cluster has. */
  async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const { ApiServer: loaded } = await import('@reeve/apiserver');
    return await loaded.start(options);
  },
};
