/**
 * The operations of a resource, made from what is served: boilerplate per verb. kubectl reads in them which parameters a kind's writes take.
 */
import type { KindFacts } from '@reeve/kinds';
import type { ServedResource, ServedSubresource, Verb } from '@reeve/registry';
import { connectOperations } from './connect-operations.ts';
import { capital, idOf, tagOf } from './operation-names.ts';
import { inPath, query, type Method, type Operation, type Parameter } from './operation.ts';
import { listParameters, logParameters, verbParameters } from './operation-parameters.ts';

/** The name of a kind's schema. */
export type SchemaOf = (kind: KindFacts) => string | undefined;

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const builtinTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const customTypes = ['application/json', 'application/yaml'];
const streamTypes = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];

const methods: Readonly<Record<Verb, Method>> = {
  list: 'get',
  watch: 'get',
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete',
};
const words: Readonly<Record<Verb, string>> = {
  list: 'list',
  watch: 'watch',
  get: 'read',
  create: 'create',
  update: 'replace',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete',
};
const actions: Partial<Record<Verb, string>> = { create: 'post', update: 'put' };

/** All operations of one resource, its subresources included. */
export function resourceOperations(resource: ServedResource, schemaOf: SchemaOf): Operation[] {
  const { collection, base, scoped } = placesOf(resource);
  const { plural, kind, verbs } = resource;
  const own = { group: resource.group, version: resource.version, kind };
  const part = (verb: Verb, path: string, suffix: string, parameters: readonly Parameter[]) =>
    verbs.has(verb) ? [operationOf(resource, { verb, path, suffix, parameters, kind: own }, schemaOf)] : [];
  const named = [inPath('name'), ...scoped];
  const everywhere = scoped.length > 0 ? part('list', `${base}/${plural}`, `${kind}ForAllNamespaces`, []) : [];
  return [
    ...everywhere,
    ...(['list', 'create', 'deletecollection'] as const).flatMap((verb) =>
      part(verb, collection, scopedName(resource, verb === 'deletecollection' ? 'Collection' : ''), scoped),
    ),
    ...(['get', 'update', 'delete', 'patch'] as const).flatMap((verb) =>
      part(verb, `${collection}/{name}`, scopedName(resource), named),
    ),
    ...[...resource.subresources.values()].flatMap((each) => subresourceOperations(resource, each, schemaOf)),
    ...(resource.isCustom ? [] : watchOperations(resource)),
  ];
}

interface Wanted {
  readonly verb: Verb;
  readonly path: string;
  /** What follows verb, group and version in the operation's name. */
  readonly suffix: string;
  readonly parameters: readonly Parameter[];
  readonly kind: KindFacts;
}

function operationOf(resource: ServedResource, wanted: Wanted, schemaOf: SchemaOf): Operation {
  const { verb, path, suffix, parameters, kind } = wanted;
  const { isCustom, group, version } = resource;
  const schema = schemaOf(kind);
  const types = isCustom ? customTypes : builtinTypes;
  const shown = isCustom ? { group, version, kind: resource.kind } : kind;
  return {
    path,
    method: methods[verb],
    tag: tagOf(group, version),
    id: `${words[verb]}${idOf(group, version)}${suffix}`,
    consumes: verb === 'patch' ? patchTypes(resource) : isCustom ? types : ['*/*'],
    produces: verb === 'list' && !isCustom ? [...types, ...streamTypes] : types,
    parameters: [...parameters, query('pretty'), ...verbParameters(verb, isCustom)],
    ...bodyOf(verb, schema, isCustom),
    answers: answersOf(verb, resource, schema),
    action: actions[verb] ?? verb,
    kind: shown,
  };
}

function bodyOf(verb: Verb, schema: string | undefined, isCustom: boolean): Pick<Operation, 'body'> {
  switch (verb) {
    case 'create':
    case 'update':
      return { body: { schema, isRequired: true } };
    case 'patch':
      return { body: { schema: `${meta}.Patch`, isRequired: true } };
    case 'delete':
      return { body: { schema: `${meta}.DeleteOptions`, isRequired: false } };
    case 'deletecollection':
      return isCustom ? {} : { body: { schema: `${meta}.DeleteOptions`, isRequired: false } };
    default:
      return {};
  }
}

function answersOf(verb: Verb, resource: ServedResource, schema: string | undefined): Operation['answers'] {
  const all = (codes: readonly number[], name: string | undefined) => codes.map((code) => [code, name] as const);
  switch (verb) {
    case 'list':
      return all([200], schema === undefined ? undefined : listSchema(resource, schema));
    case 'create':
      return all([200, 201, 202], schema);
    case 'update':
      return all([200, 201], schema);
    case 'patch':
      return all(resource.isCustom ? [200] : [200, 201], schema);
    case 'delete':
      return all([200, 202], resource.strategy.returnsDeleted ? schema : `${meta}.Status`);
    case 'deletecollection':
      return all([200], `${meta}.Status`);
    default:
      return all([200], schema);
  }
}

const listSchema = ({ kind, listKind }: ServedResource, schema: string): string =>
  schema.slice(0, schema.length - kind.length) + listKind;

function patchTypes({ isCustom }: ServedResource): string[] {
  return [
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(isCustom ? [] : ['application/strategic-merge-patch+json']),
    'application/apply-patch+yaml',
  ];
}

function subresourceOperations(
  resource: ServedResource,
  subresource: ServedSubresource,
  schemaOf: SchemaOf,
): Operation[] {
  const { name, kind, verbs } = subresource;
  const { collection, scoped } = placesOf(resource);
  const path = `${collection}/{name}/${name}`;
  const parameters = [inPath('name'), ...scoped];
  const suffix = scopedName(resource) + capital(name);
  if (kind.kind.endsWith('Options')) return connectOperations(resource, subresource, { path, parameters, suffix });
  const spoken = kind.version === '' ? { group: resource.group, version: resource.version, kind: kind.kind } : kind;
  const made = (['get', 'create', 'update', 'delete', 'patch'] as const)
    .filter((verb) => verbs.has(verb))
    .map((verb) => operationOf(resource, { verb, path, suffix, parameters, kind: spoken }, schemaOf));
  return name === 'log' ? made.map(asLog) : made;
}

/** Logs are text. */
function asLog(operation: Operation): Operation {
  return {
    ...operation,
    produces: ['text/plain', ...operation.produces],
    parameters: [...operation.parameters, ...logParameters],
    answers: [[200, undefined]],
  };
}

/** The older paths of watches, which documents still have. */
function watchOperations(resource: ServedResource): Operation[] {
  if (!resource.verbs.has('watch')) return [];
  const { base, scoped } = placesOf(resource);
  const { group, version, plural, kind } = resource;
  const inNamespace = scoped.length > 0 ? `${base}/watch/namespaces/{namespace}/${plural}` : `${base}/watch/${plural}`;
  const watching = (path: string, suffix: string, action: string, parameters: readonly Parameter[]): Operation => ({
    path,
    method: 'get',
    tag: tagOf(group, version),
    id: `watch${idOf(group, version)}${suffix}`,
    consumes: ['*/*'],
    produces: [...builtinTypes, ...streamTypes],
    parameters: [...parameters, query('pretty'), ...listParameters],
    answers: [[200, `${meta}.WatchEvent`]],
    action,
    kind: { group, version, kind },
  });
  return [
    ...(scoped.length > 0 ? [watching(`${base}/watch/${plural}`, `${kind}ListForAllNamespaces`, 'watchlist', [])] : []),
    watching(inNamespace, `${scopedName(resource)}List`, 'watchlist', scoped),
    ...(resource.verbs.has('get')
      ? [watching(`${inNamespace}/{name}`, scopedName(resource), 'watch', [inPath('name'), ...scoped])]
      : []),
  ];
}

const scopedName = ({ scope, kind }: ServedResource, before = ''): string =>
  `${before}${scope === 'Namespaced' ? 'Namespaced' : ''}${kind}`;

function placesOf({ group, version, plural, scope }: ServedResource): {
  base: string;
  collection: string;
  scoped: readonly Parameter[];
} {
  const base = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'Namespaced'
    ? { base, collection: `${base}/namespaces/{namespace}/${plural}`, scoped: [inPath('namespace')] }
    : { base, collection: `${base}/${plural}`, scoped: [] };
}
