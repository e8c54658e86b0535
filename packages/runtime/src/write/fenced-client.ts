/**
 * A client for one who may lead: what it writes starts only while the fence lets it, as everything that goes through the write path does. Reads pass.
 */
import type { Client, Hook } from '@reeve/client';
import { openFence } from './fence.ts';
import type { Fence } from './fence.ts';

/** The client behind a fence. */
export function fencedClient(client: Client, fence: Fence): Client {
  if (fence === openFence) return client;
  const { requestTimeoutMs: timeoutMs } = fence;
  const hook: Hook = async (call, next) => {
    fence.check();
    return await next(timeoutMs === undefined ? call : { ...call, options: { timeoutMs, ...call.options } });
  };
  const writes = { create: hook, update: hook, patch: hook, apply: hook, delete: hook, deleteCollection: hook };
  return client.intercept({ ...writes, subresource: writes });
}
