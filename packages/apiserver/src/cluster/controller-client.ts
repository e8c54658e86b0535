/**
 * How a controller inside the server writes: by requests to the engine, under its own name, so that what it writes is admitted, validated and tracked like
 * any client's. They go to the engine and not through the request pipeline: injected faults are meant for clients.
 */
import { isStatus, parseJson, stringifyJson } from '@reeve/machinery';
import { StatusError, type ApiObject, type ServedResource, type UserInfo } from '@reeve/registry';
import { serviceAccountGroups } from '../auth/service-account-user.ts';
import type { ApiEngine } from '../engine/api-engine.ts';
import { ApiRequest, withUser, type ReceivedRequest } from '../request/api-request.ts';
import { ClientConnection } from '../request/client-connection.ts';
import type { Propagation } from '../request/delete-options.ts';

/** How a patch is to be understood. */
export type PatchForm = 'merge-patch' | 'strategic-merge-patch';

/** A body to send, of whatever form. */
type Body = Readonly<Record<string, unknown>>;

export class ControllerClient {
  readonly #engine: Pick<ApiEngine, 'handle'>;
  readonly #user: UserInfo;
  readonly #signal: AbortSignal;

  /** `account` is the controller's service account in kube-system. */
  constructor(options: { engine: Pick<ApiEngine, 'handle'>; account: string; signal: AbortSignal }) {
    const name = `system:serviceaccount:kube-system:${options.account}`;
    this.#engine = options.engine;
    this.#user = { name, groups: [...serviceAccountGroups(name), 'system:authenticated'] };
    this.#signal = options.signal;
  }

  create(resource: ServedResource, object: ApiObject): Promise<void> {
    return this.#send('POST', collectionPath(resource, object), 'json', object);
  }

  /** Replaces the object, or the part of it behind a subresource. */
  update(resource: ServedResource, object: ApiObject, subresource?: string): Promise<void> {
    return this.#send('PUT', objectPath(resource, object, subresource), 'json', object);
  }

  patch(resource: ServedResource, object: ApiObject, form: PatchForm, patch: Body): Promise<void> {
    return this.#send('PATCH', objectPath(resource, object), `${form}+json`, patch);
  }

  /** Applies the fields of an object, whoever managed them before. */
  apply(resource: ServedResource, object: ApiObject, manager: string): Promise<void> {
    const target = `${objectPath(resource, object)}?fieldManager=${encodeURIComponent(manager)}&force=true`;
    return this.#send('PATCH', target, 'apply-patch+yaml', object);
  }

  /** Deletes this very object; one that is gone already is fine. With `isUnchanged` only in the version given. */
  async delete(
    resource: ServedResource,
    object: ApiObject,
    propagationPolicy: Propagation,
    { isUnchanged = false } = {},
  ): Promise<void> {
    const { uid, resourceVersion } = object.metadata;
    const options = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy,
      preconditions: { uid, ...(isUnchanged && { resourceVersion }) },
    };
    await unlessGone(this.#send('DELETE', objectPath(resource, object), 'json', options));
  }

  /** Sends a request; a refusal is thrown. */
  async #send(method: string, target: string, form: string, body: Body): Promise<void> {
    const received: ReceivedRequest = {
      method,
      target,
      headers: { 'content-type': `application/${form}`, 'user-agent': 'kube-controller-manager' },
      body: Buffer.from(stringifyJson(body)),
    };
    const connection = new ClientConnection(this.#signal);
    const response = await this.#engine.handle(withUser(new ApiRequest(received, connection), this.#user));
    connection.end();
    if (response.status >= 400) throw refusalOf(response.status, 'body' in response ? response.body : new Uint8Array());
  }
}

/** Waits for a request, to which it does not matter that its object is gone. */
export async function unlessGone(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.code !== 404) throw error;
  }
}

function collectionPath({ group, apiVersion, plural, scope }: ServedResource, { metadata }: ApiObject): string {
  const root = group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
  return scope === 'Namespaced' ? `${root}/namespaces/${metadata.namespace}/${plural}` : `${root}/${plural}`;
}

function objectPath(resource: ServedResource, object: ApiObject, subresource?: string): string {
  const path = `${collectionPath(resource, object)}/${object.metadata.name}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

function refusalOf(code: number, body: Uint8Array): StatusError {
  const status: unknown = body[0] === 0x7b ? parseJson(body) : undefined; // a JSON object
  const message = isStatus(status) ? (status.message ?? '') : Buffer.from(body).toString('utf8').trim();
  return new StatusError(code, '', message);
}
