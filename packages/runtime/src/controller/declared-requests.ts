/**
 * Compares what a controller requests with its permissions, for development and tests: there the server may allow everything, and a permission that is missing would be noticed in
 * production only.
 */
import type { ApiCall, Client, Hook } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import { controllerName } from './define-controller.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerNeeds } from './controller-needs.ts';
import { covers } from '../permission/permission.ts';
import type { PermissionVerb, ResourceAccess } from '../permission/permission.ts';
import { UndeclaredRequestError } from '../permission/undeclared-request-error.ts';

/** Whose requests, and who is told of those that are not covered. */
export interface DeclaredRequestsOptions {
  readonly definition: ControllerDefinition;
  /** The namespaces in which the cache holds a kind; undefined stands for all. */
  readonly cachedNamespaces: (kind: AnyKind) => readonly (string | undefined)[];
  /** Throws where the request must not be sent. */
  readonly onUndeclared: (error: UndeclaredRequestError) => void;
}

/** The requests of one controller. */
export class DeclaredRequests {
  readonly #options: DeclaredRequestsOptions;

  constructor(options: DeclaredRequestsOptions) {
    this.#options = options;
  }

  /** A client whose requests are compared before they are sent. */
  client(client: Client): Client {
    const hook: Hook = (call, next) => {
      this.#check(`${words[call.verb]} ${placeOf(call)}`, accessesOf(call));
      return next(call);
    };
    const all = Object.fromEntries(Object.keys(words).map((verb) => [verb, hook]));
    return client.intercept({ ...all, subresource: all });
  }

  /** A kind that is read from the cache, which lists and watches it. */
  cached(kind: AnyKind): void {
    const { cachedNamespaces } = this.#options;
    for (const namespace of cachedNamespaces(kind))
      this.#check(`reads ${placeOf({ kind, namespace })} through the cache`, [
        { kind, namespace, verb: 'list' },
        { kind, namespace, verb: 'watch' },
      ]);
  }

  #check(does: string, accesses: readonly ResourceAccess[]): void {
    const { definition, onUndeclared } = this.#options;
    const permissions = controllerNeeds(definition); // asked each time, as finalizers may be made late
    const missing = accesses.filter((access) => !covers(permissions, access));
    const [first] = missing;
    if (first === undefined) return;
    const { kind, subresource } = first;
    const verbs = missing.map(({ verb }) => verb);
    onUndeclared(
      new UndeclaredRequestError({
        controller: controllerName(definition),
        does,
        missing: { kind, verbs, ...(subresource !== undefined && { subresource }) },
      }),
    );
  }
}

const words: Readonly<Record<ApiCall['verb'], string>> = {
  get: 'reads',
  list: 'lists',
  watch: 'watches',
  create: 'creates',
  update: 'updates',
  patch: 'patches',
  apply: 'applies',
  delete: 'deletes',
  deleteCollection: 'deletes collections of',
  connect: 'connects to',
};

/** What a call is called in rules. */
function accessesOf({ verb, kind, subresource, namespace, name }: ApiCall): readonly ResourceAccess[] {
  return verbsOf(verb, subresource).map((one) => ({ kind, subresource, namespace, name, verb: one }));
}

/** An apply creates what is not there; commands in pods are created, and opened by a GET. */
function verbsOf(verb: ApiCall['verb'], subresource: string | undefined): readonly PermissionVerb[] {
  if (verb === 'apply') return subresource === undefined ? ['create', 'patch'] : ['patch'];
  if (verb === 'deleteCollection') return ['deletecollection'];
  if (verb !== 'connect') return [verb];
  return subresource === 'exec' || subresource === 'attach' || subresource === 'portforward'
    ? ['get', 'create']
    : ['get'];
}

/** The resource and where it is: `secrets in namespace b`. */
function placeOf({ kind, subresource, namespace }: Pick<ApiCall, 'kind' | 'subresource' | 'namespace'>): string {
  const resource = subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`;
  if (kind.scope === 'Cluster') return resource;
  return namespace === undefined ? `${resource} in all namespaces` : `${resource} in namespace ${namespace}`;
}
