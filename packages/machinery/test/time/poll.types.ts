import { poll, until, type Host } from '@reeve/machinery';

/** What polling resolves with is the answer, without "not yet". */
export const found = (host: Host, store: Map<string, { spec: string }>): Promise<{ spec: string }> =>
  poll(host, () => store.get('default/blog'), { intervalMs: 100 });

export const isReady = (host: Host): Promise<true> =>
  poll(host, async (): Promise<boolean> => true, { intervalMs: 100 });

// @ts-expect-error a loop without an end needs a signal
export const endless = (host: Host): Promise<void> => until(host, () => {}, { periodMs: 100 });
