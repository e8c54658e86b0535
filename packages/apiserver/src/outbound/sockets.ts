/**
 * Calls over sockets, whose libraries are loaded with the first call: most servers never make one.
 */
import type { HttpsOutbound } from './https-outbound.ts';

export function sockets(): HttpsOutbound {
  let loading: Promise<HttpsOutbound> | undefined;
  const load = async (): Promise<HttpsOutbound> => (await import('./https-outbound.ts')).httpsOutbound();
  return {
    open: async (request) => (await (loading ??= load())).open(request),
    close: () => void loading?.then((outbound) => outbound.close()),
  };
}
