/**
 * Makes events of audit.k8s.io/v1 of requests as the policy wants them. Upstream: apiserver endpoints/filters/audit.
 */
import { formatMicroTime, isJsonObject, isStatus, parseJson, type Clock, type JsonObject } from '@reeve/machinery';
import { fieldsAt, textAt, type UserInfo } from '@reeve/registry';
import { accessOf } from '../authorization/request-access.ts';
import { isPiecewise, isStream, type ApiRequest, type ApiResponse } from '../request/api-request.ts';
import type { AuditConfig, AuditPolicy, AuditStage } from '../audit/audit-policy.ts';

/** An Event of audit.k8s.io/v1, as it is written to a log. */
export type AuditEvent = Readonly<Record<string, unknown>> & { readonly auditID: string; readonly stage: AuditStage };

export interface AuditOptions {
  /** A Policy of audit.k8s.io/v1. */
  readonly policy: object;
  /** Takes each event, in order. */
  onEvent(this: void, event: AuditEvent): void;
}

export class Auditor {
  readonly #policy: AuditPolicy;
  readonly #onEvent: (event: AuditEvent) => void;
  readonly #clock: Clock;

  constructor(options: { policy: AuditPolicy; onEvent: (event: AuditEvent) => void; clock: Clock }) {
    this.#policy = options.policy;
    this.#onEvent = options.onEvent;
    this.#clock = options.clock;
  }

  /** Begins with a request whose sender is known; undefined where nothing of it is noted. */
  begin(request: ApiRequest, sender: UserInfo, auditID: string): RequestAudit | undefined {
    const config = this.#policy.configFor(accessOf(sender, request));
    if (config.level === 'None') return undefined;
    const audit = new RequestAudit({ request, sender, auditID, config, clock: this.#clock, onEvent: this.#onEvent });
    audit.note('RequestReceived');
    return audit;
  }
}

interface Parts {
  readonly request: ApiRequest;
  readonly sender: UserInfo;
  readonly auditID: string;
  readonly config: AuditConfig;
  readonly clock: Clock;
  readonly onEvent: (event: AuditEvent) => void;
}

/** The events of one request. */
export class RequestAudit {
  readonly #parts: Parts;
  readonly #received: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#received = microTime(parts.clock);
  }

  /** Notes the answer: at once, or for a stream when it begins and when it ends. */
  answered(response: ApiResponse, user: UserInfo | undefined): void {
    if (!isStream(response)) return this.note('ResponseComplete', response, user);
    this.note('ResponseStarted', response, user);
    const { signal } = this.#parts.request;
    const end = (): void => this.note('ResponseComplete', response, user);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }

  note(stage: AuditStage, response?: ApiResponse, user?: UserInfo): void {
    const { request, sender, auditID, config, clock, onEvent } = this.#parts;
    if (config.omitStages.has(stage)) return;
    const { level } = config;
    const sent = request.method === 'GET' ? undefined : jsonIn(request.body);
    const answer = response && !isStream(response) && !isPiecewise(response) ? jsonIn(response.body) : undefined;
    const hasRequest = response !== undefined && sent !== undefined && level !== 'Metadata';
    const hasResponse = answer !== undefined && level === 'RequestResponse';
    onEvent({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level,
      auditID,
      stage,
      requestURI: request.target,
      verb: request.info.verb,
      user: printUser(sender),
      ...(user !== undefined && user !== sender && { impersonatedUser: printUser(user) }),
      ...(request.headers['user-agent'] !== undefined && { userAgent: request.headers['user-agent'] }),
      ...(request.info.isResource && { objectRef: objectRef(request, response === undefined ? undefined : sent) }),
      ...(response && { responseStatus: responseStatus(response.status, answer) }),
      ...(hasRequest && { requestObject: written(sent, config) }),
      ...(hasResponse && { responseObject: written(answer, config) }),
      requestReceivedTimestamp: this.#received,
      stageTimestamp: microTime(clock),
      ...(response && request.annotations.size > 0 && { annotations: Object.fromEntries(request.annotations) }),
    });
  }
}

const microTime = (clock: Clock): string => formatMicroTime(BigInt(Math.round(clock.now() * 1000)));

const printUser = ({ name, uid, groups, extra }: UserInfo): object => ({
  username: name,
  ...(uid && { uid }),
  ...(groups.length > 0 && { groups }),
  ...(extra && { extra }),
});

/** What a request is about; a create is about what its body names. */
function objectRef({ info }: ApiRequest, sent: JsonObject | undefined): object {
  if (!info.isResource) return {};
  const { plural, namespace, name, group, version, subresource } = info;
  const metadata = fieldsAt(sent, 'metadata');
  const own = {
    name: name ?? textAt(metadata, 'name'),
    uid: textAt(metadata, 'uid'),
    version: textAt(metadata, 'resourceVersion'),
  };
  return {
    resource: plural,
    ...(namespace && { namespace }),
    ...(own.name !== '' && { name: own.name }),
    ...(own.uid !== '' && { uid: own.uid }),
    ...(group !== '' && { apiGroup: group }),
    apiVersion: version,
    ...(own.version !== '' && { resourceVersion: own.version }),
    ...(subresource !== undefined && { subresource }),
  };
}

function responseStatus(code: number, answer: JsonObject | undefined): object {
  if (!isStatus(answer)) return { metadata: {}, code };
  const { status, message, reason, details } = answer;
  return {
    metadata: {},
    ...(status && { status }),
    ...(message && { message }),
    ...(reason && { reason }),
    ...(details && { details }),
    code,
  };
}

/** A body in JSON; others, and lists that are sent piece by piece, are not noted. */
function jsonIn(body: Uint8Array): JsonObject | undefined {
  if (body[0] !== 0x7b && body[0] !== 0x5b) return undefined;
  try {
    const value = parseJson(body);
    return isJsonObject(value) || Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** An object, or a list of some, without who manages which fields where the policy says so. */
function written(object: JsonObject, { omitManagedFields }: AuditConfig): unknown {
  if (!omitManagedFields) return object;
  const { items } = object;
  const bare = withoutManagers(object);
  return Array.isArray(items)
    ? { ...bare, items: items.map((item) => (isJsonObject(item) ? withoutManagers(item) : item)) }
    : bare;
}

function withoutManagers(object: JsonObject): JsonObject {
  if (!isJsonObject(object['metadata'])) return object;
  const { managedFields: _managers, ...metadata } = object['metadata'];
  return { ...object, metadata };
}
