/**
 * Requests that last as long as the client wants: watches, and logs that are followed. Deadlines, limits on silence, compression and rate limits are not
 * for them.
 * Upstream: apiserver's long-running request check, rest.Request's exceptions for watches.
 */
import type { TransportRequest } from '@reeve/machinery';

/** True when the answer ends when somebody ends it. */
export const isLongRunning = ({ path }: Pick<TransportRequest, 'path'>): boolean => {
  const query = path.indexOf('?');
  return (query !== -1 && asksToStay.test(path.slice(query))) || oldWatch.test(path);
};

/**
 * True when the answer is a stream of somebody else, which may be slow for reasons of its own: what a container printed, and what is behind a proxy. Such
 * answers may be silent for a while again and again; others bring their bytes as fast as they can.
 */
export const mayTrickle = ({ path }: Pick<TransportRequest, 'path'>): boolean => trickles.test(path);

const trickles = /^\/[^?]*\/(?:log|proxy)(?:[/?]|$)/;

const asksToStay = /[?&](?:watch|follow)=(?:true|1|t|T|TRUE|True)(?:&|$)/;
const oldWatch = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/watch\//;
