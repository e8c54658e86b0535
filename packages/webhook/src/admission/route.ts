/**
 * One path for several webhooks: the first whose every condition fits a request answers it.
 * Upstream: rancher/wrangler pkg/webhook Router.
 */
import type { AdmissionOperation, AdmissionRequest } from '@reeve/machinery';
import { errored } from './admission-answer.ts';
import type { AdmissionHandler } from './admission-answer.ts';

/** Which requests; what is not given fits all. */
export interface Route {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly operations?: readonly AdmissionOperation[];
  readonly namespace?: string;
  readonly name?: string;
  readonly dryRun?: boolean;
  readonly handle: AdmissionHandler;
}

/** The handler of the first route that fits. A request that none fits is refused, as its rules should not have sent it here. */
export const routed =
  (routes: readonly Route[]): AdmissionHandler =>
  (request, context) => {
    const route = routes.find((one) => fits(one, request));
    if (route !== undefined) return route.handle(request, context);
    const { operation, resource, subResource = '' } = request;
    const what = [resource.resource, subResource].filter(Boolean).join('/');
    return errored(404, `no route fits this ${operation} of ${what}: correct the rules of the webhook, or add a route`);
  };

function fits(route: Route, request: AdmissionRequest): boolean {
  const { kind, resource } = request;
  return (
    is(route.group, kind.group) &&
    is(route.version, kind.version) &&
    is(route.kind, kind.kind) &&
    is(route.resource, resource.resource) &&
    is(route.subresource, request.subResource ?? '') &&
    is(route.namespace, request.namespace ?? '') &&
    is(route.name, request.name ?? '') &&
    is(route.dryRun, request.dryRun === true) &&
    (route.operations === undefined || route.operations.includes(request.operation))
  );
}

const is = <T>(wanted: T | undefined, found: T): boolean => wanted === undefined || wanted === found;
