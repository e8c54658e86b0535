/**
 * The permissions of a service account, from roles and their bindings, in front of a server that has no RBAC: what they do not allow is refused, and what was allowed is noted.
 * A server with RBAC can take its place.
 */
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@reeve/kinds/rbac/v1';
import { parseJson } from '@reeve/machinery';
import type { KubeObject, Transport, TransportRequest, TransportResponse } from '@reeve/machinery';

/** What somebody does, as rules see it. */
interface Access {
  readonly verb: string;
  readonly group?: string | undefined;
  /** With the subresource: `pods/status`. */
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

/** One verb on one resource, or URL, that somebody has. */
interface Grant extends Access {
  readonly text: string;
}

/** Everybody may ask what the server has, and what they may do. */
const isForEverybody = ({ group, path = '' }: Access): boolean =>
  group === 'authorization.k8s.io' || /^\/(api|apis|version|openapi)(\/|$)/.test(path);

/** The roles of a service account. */
export class RoleCheck {
  readonly denied: string[] = [];
  readonly #grants: readonly Grant[];
  readonly #used = new Set<string>();

  constructor(objects: readonly KubeObject[], account: string) {
    const bindings = objects.filter(({ kind }) => kind === 'ClusterRoleBinding' || kind === 'RoleBinding');
    this.#grants = (bindings as (ClusterRoleBinding | RoleBinding)[])
      .filter(({ subjects = [] }) => subjects.some(({ name, namespace = '' }) => `${namespace}/${name}` === account))
      .flatMap(({ roleRef, metadata: { namespace } }) => {
        const role = objects.find(
          ({ kind, metadata }) =>
            kind === roleRef.kind && metadata.name === roleRef.name && metadata.namespace === namespace,
        );
        return grantsOf(role as ClusterRole | Role, namespace);
      });
  }

  /** What is granted and was never used. */
  get unused(): readonly string[] {
    return [...new Set(this.#grants.map(({ text }) => text))].filter((text) => !this.#used.has(text)).toSorted();
  }

  /** The way to a server for the account. */
  transport(inner: Transport): Transport {
    return { request: (request) => this.#request(request, inner) };
  }

  async #request(request: TransportRequest, inner: Transport): Promise<TransportResponse> {
    const access = accessOf(request);
    const asked = access.resource === 'selfsubjectaccessreviews' ? askedIn(request) : undefined;
    if (asked !== undefined)
      return answer(201, { ...asked.review, status: { allowed: this.#grant(asked.access) !== undefined } });
    if (!this.#allows(access)) return forbidden(access);
    const response = await inner.request(request);
    if (request.method === 'PATCH' && response.status === 201) this.#allows({ ...access, verb: 'create' });
    return response;
  }

  #allows(access: Access): boolean {
    if (isForEverybody(access)) return true;
    const grant = this.#grant(access);
    if (grant === undefined) this.denied.push(textOf(access));
    else this.#used.add(grant.text);
    return grant !== undefined;
  }

  #grant(access: Access): Grant | undefined {
    return this.#grants.find(
      (grant) =>
        grant.verb === access.verb &&
        grant.group === access.group &&
        grant.resource === access.resource &&
        grant.path === access.path &&
        (grant.namespace === undefined || grant.namespace === access.namespace) &&
        (grant.name === undefined || grant.name === access.name),
    );
  }
}

function grantsOf({ rules }: ClusterRole | Role, namespace: string | undefined): Grant[] {
  const grant = (access: Access): Grant => ({ ...access, text: textOf(access) });
  return (rules ?? []).flatMap(({ verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs = [] }) =>
    verbs.flatMap((verb) => [
      ...nonResourceURLs.map((path) => grant({ verb, path })),
      ...apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          (resourceNames ?? [undefined]).map((name) => grant({ verb, group, resource, namespace, name })),
        ),
      ),
    ]),
  );
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };

/** A request in the words of rules. Upstream: apiserver pkg/endpoints/request RequestInfoFactory. */
function accessOf({ method, path }: TransportRequest): Access {
  const url = new URL(path, 'http://server');
  const [root, ...parts] = url.pathname.split('/').filter(Boolean);
  const group = root === 'api' ? '' : (parts.shift() ?? '');
  parts.shift(); // the version
  if ((root !== 'api' && root !== 'apis') || parts.length === 0)
    return { verb: method.toLowerCase(), path: url.pathname };
  const namespace = parts[0] === 'namespaces' && parts.length > 2 ? parts.splice(0, 2)[1] : undefined;
  const [plural = '', name, subresource] = parts;
  const isWatch = url.searchParams.get('watch') === 'true' || url.searchParams.get('watch') === '1';
  const reading = isWatch ? 'watch' : name === undefined ? 'list' : 'get';
  const deleting = name === undefined ? 'deletecollection' : 'delete';
  const verb = verbs[method] ?? (method === 'DELETE' ? deleting : reading);
  return { verb, group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, namespace, name };
}

/** What a review asks about. */
function askedIn({ body }: TransportRequest): { readonly access: Access; readonly review: object } {
  const review = parseJson(new TextDecoder().decode(body)) as { spec: { resourceAttributes: Record<string, string> } };
  const { verb = '', group, resource, subresource, namespace, name } = review.spec.resourceAttributes;
  const target = subresource === undefined ? resource : `${resource ?? ''}/${subresource}`;
  return { review, access: { verb, group, resource: target, namespace, name } };
}

function textOf({ verb, group = '', resource, namespace, path }: Access): string {
  const what = path ?? `${resource ?? ''}${group === '' ? '' : `.${group}`}`;
  return `${verb} ${what}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

const forbidden = (access: Access): TransportResponse =>
  answer(403, {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    reason: 'Forbidden',
    code: 403,
    message: `the roles do not allow to ${textOf(access)}`,
  });

function answer(status: number, content: object): TransportResponse {
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    await Promise.resolve();
    yield new TextEncoder().encode(JSON.stringify(content));
  }
  return { status, headers: { 'content-type': 'application/json' }, body: body() };
}
