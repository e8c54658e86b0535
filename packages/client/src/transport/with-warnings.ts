/**
 * Hands a server's warnings to a handler, each text once: a controller that writes a deprecated version every minute hears of it at the first write.
 * Upstream: rest.WarningHandler and its deduplicating writer.
 */
import type { TransportRequest } from '@reeve/machinery';
import { headerIn } from './response-head.ts';
import type { TransportLayer } from './transport-layer.ts';
import { parseWarnings, type Warning } from './warning-header.ts';

/** Told of warnings with code 299, the one that API servers use. */
export type WarningHandler = (warning: Warning, request: TransportRequest) => void;

/** Passes warnings on. `keepsRepeats` passes on also those that were seen before. */
export const withWarnings = (
  handler: WarningHandler,
  { keepsRepeats = false }: { readonly keepsRepeats?: boolean } = {},
): TransportLayer => {
  const isNew = keepsRepeats ? () => true : recently(1000);
  return (next) => ({
    async request(request) {
      const response = await next.request(request);
      const warning = headerIn(response, 'warning');
      if (warning === undefined) return response;
      for (const found of parseWarnings(warning)) {
        if (found.code === 299 && found.text !== '' && isNew(found.text)) handler(found, request);
      }
      return response;
    },
  });
};

/** True the first time for each text. The oldest are forgotten, so that a server cannot fill our memory. */
const recently = (limit: number): ((text: string) => boolean) => {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text)) return false;
    seen.add(text);
    const [oldest] = seen;
    if (seen.size > limit && oldest !== undefined) seen.delete(oldest);
    return true;
  };
};
