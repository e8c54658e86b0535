/**
 * What expressions see of a request: `object`, `oldObject`, `request`, `namespaceObject`, `params`, `authorizer`. What few expressions read is made when the
 * first one does. Upstream: CreateAdmissionRequest and CreateNamespaceObject of apiserver admission/plugin/cel.
 */
import { toValue, types, type AuthorizerValue, type Value } from '@reeve/cel';
import type { AdmissionRequest, ApiObject, ObjectForm, ServedResource } from '@reeve/registry';
import type { BindingsMaker } from './evaluation.ts';

/** The resource as which a request is seen, and its objects as that: those of the rule that matched it. */
export interface MatchedAs {
  readonly resource: ServedResource;
  /** The kind of the objects. */
  readonly form: ObjectForm;
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
  /** From the kind of the objects to that of the request. */
  toRequested(object: ApiObject): ApiObject;
}

/** What else expressions see, if their kind does. */
export interface BindingParts {
  readonly request: AdmissionRequest;
  readonly matched: MatchedAs;
  /** The namespace of the request; undefined for what is in none. */
  readonly namespace?: ApiObject | undefined;
  /** The parameters; null where a policy has some and the binding names none. */
  readonly params?: ApiObject | null | undefined;
  readonly authorizer?: AuthorizerValue | undefined;
}

/** The bindings of expressions that are evaluated for a request. */
export function bindingsOf({ request, matched, namespace, params, authorizer }: BindingParts): BindingsMaker {
  let shown: Value | undefined;
  let shownNamespace: Value | undefined;
  return (variables) => ({
    variables,
    object: matched.object ?? null,
    oldObject: matched.old ?? null,
    get request() {
      return (shown ??= toValue(requestView(request, matched), types.dyn));
    },
    get namespaceObject() {
      return namespace === undefined ? null : (shownNamespace ??= toValue(namespaceView(namespace), types.dyn));
    },
    ...(params !== undefined && { params }),
    ...(authorizer && {
      authorizer,
      'authorizer.requestResource': authorizer.resourceCheck({
        group: request.resource.group,
        resource: request.resource.plural,
        subresource: request.subresource ?? '',
        namespace: request.namespace ?? '',
        name: request.name,
      }),
    }),
  });
}

/** The AdmissionRequest, without the objects, in which what is empty is left out. */
function requestView(request: AdmissionRequest, matched: MatchedAs): object {
  const { subresource, name, namespace, operation, user, isDryRun, options } = request;
  const { uid, groups, extra } = user;
  return {
    kind: kindOf(matched.form),
    resource: resourceOf(matched.resource),
    ...(subresource && { subResource: subresource }),
    requestKind: kindOf(request.form),
    requestResource: resourceOf(request.resource),
    ...(subresource && { requestSubResource: subresource }),
    ...(name && { name }),
    ...(namespace && { namespace }),
    operation,
    userInfo: {
      ...(user.name && { username: user.name }),
      ...(uid && { uid }),
      ...(groups.length > 0 && { groups }),
      ...(extra && Object.keys(extra).length > 0 && { extra }),
    },
    dryRun: isDryRun,
    options: options ?? null,
  };
}

const kindOf = ({ group, version, kind }: ObjectForm): object => ({ group, version, kind });
const resourceOf = ({ group, version, plural }: ServedResource): object => ({ group, version, resource: plural });

/** A namespace without what concerns nobody: who owns it, and who manages which fields. */
function namespaceView({ metadata, spec, status }: ApiObject & { spec?: unknown; status?: unknown }): object {
  const { managedFields: _managers, ownerReferences: _owners, ...shown } = metadata;
  return { metadata: shown, spec: spec ?? {}, status: status ?? {} };
}
