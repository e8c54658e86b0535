/**
 * Makes kinds. A definition is checked once, here, so that paths and messages can trust what a kind says about itself.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { nameOf, namespaceOf } from '../object/accessors.ts';
import type { HasMetadata } from '../object/accessors.ts';
import type { KubeObject, TypeMeta, UnstructuredObject } from '../object/kube-object.ts';
import { keyOf } from '../object/object-key.ts';
import type { ObjectKey } from '../object/object-key.ts';
import { withMetadata } from '../object/with-metadata.ts';
import { isJsonObject } from '../json/json-value.ts';
import { formatApiVersion } from './group-version.ts';
import type { Kind, KindDefinition, Named } from './kind.ts';
import { resourcePath } from './resource-path.ts';
import type { ResourceScope } from '../object/resource-scope.ts';
import { urlSegment } from './url-segment.ts';

/**
 * Makes a kind, frozen. Scope and subresources are inferred and the type of the objects comes from the variable
 * (`const Pod: Kind<Pod, 'Namespaced', 'status'> = defineKind({ … })`); or all three are given in angle brackets.
 * Without either, objects are `UnstructuredObject`s. Names that cannot be part of a path are an `InvalidInputError`.
 */
export function defineKind<
  T extends KubeObject = UnstructuredObject,
  const Scope extends ResourceScope = never,
  const Subresources extends string = never,
>(definition: KindDefinition<Scope, Subresources>): Kind<T, Scope, Subresources> {
  check(definition);
  const facts = factsOf(definition);
  return Object.freeze({
    ...facts,
    of: (input: object) => made(facts, input) as T & Named, // with a name where the input has one, as its types say
    // TypeScript cannot relate DeepReadonly<T> with an open T; being of the kind does not depend on it
    is: ((object: unknown) => isOfKind(facts, object)) as Kind<T>['is'],
    key: (object: HasMetadata) => keyIn(facts, object),
    path: (target) => resourcePath(facts, target ?? {}),
  } satisfies Kind<T, Scope, Subresources>);
}

/** What a kind says about its objects. */
interface KindFacts extends Readonly<Required<TypeMeta>> {
  readonly scope: ResourceScope;
}

function check({
  group,
  version,
  kind,
  plural,
  scope,
  subresources = [],
}: KindDefinition<ResourceScope, string>): void {
  if (kind === '') throw new InvalidInputError(kind, 'A kind needs a name: set kind to one, such as Deployment');
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    throw new InvalidInputError(
      String(scope),
      `The scope of ${kind} is "${String(scope)}": write Namespaced or Cluster`,
    );
  }
  if (group !== '') urlSegment(`group of ${kind}`, group);
  urlSegment(`version of ${kind}`, version);
  urlSegment(`plural of ${kind}`, plural);
  for (const subresource of subresources) urlSegment(`subresource of ${kind}`, subresource);
}

function factsOf<Scope extends ResourceScope, Subresources extends string>(
  definition: KindDefinition<Scope, Subresources>,
) {
  const { group, version, kind, plural, scope } = definition;
  return {
    group,
    version,
    kind,
    plural,
    scope,
    singular: definition.singular ?? kind.toLowerCase(),
    listKind: definition.listKind ?? `${kind}List`,
    shortNames: Object.freeze([...(definition.shortNames ?? [])]),
    categories: Object.freeze([...(definition.categories ?? [])]),
    subresources: Object.freeze([...(definition.subresources ?? [])]),
    apiVersion: formatApiVersion(definition),
    gvk: Object.freeze({ group, version, kind }),
    gvr: Object.freeze({ group, version, resource: plural }),
  };
}

/** Says what the input is. Input that says it is something else is not relabelled in silence. */
function made({ apiVersion, kind }: KindFacts, input: Readonly<TypeMeta>): object {
  const [givenVersion = apiVersion, givenKind = kind] = [input.apiVersion, input.kind];
  // Every write comes here, and engines are slow at spreading one object behind another.
  if (givenVersion === apiVersion && givenKind === kind)
    return Object.assign({ apiVersion, kind }, input, { apiVersion, kind });
  throw new InvalidInputError(
    `${givenVersion} ${givenKind}`,
    `${kind}.of() was given a ${givenKind} of ${givenVersion}: leave apiVersion and kind out, or use the Kind they belong to`,
  );
}

const isOfKind = ({ apiVersion, kind }: KindFacts, object: unknown): boolean =>
  isJsonObject(object) && object['apiVersion'] === apiVersion && object['kind'] === kind;

function keyIn({ kind, scope }: KindFacts, object: HasMetadata): ObjectKey {
  const hasNamespace = namespaceOf(object) !== undefined;
  if (hasNamespace === (scope === 'Namespaced')) return keyOf(object);
  if (scope === 'Cluster') return keyOf(withMetadata(object, { namespace: undefined })); // it means nothing there
  throw new InvalidInputError(
    'metadata.namespace',
    `${kind} ${nameOf(object) ?? 'without a name'} has no metadata.namespace, so it has no key: say which namespace it is in`,
  );
}
