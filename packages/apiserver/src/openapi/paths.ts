/**
 * The paths of an OpenAPI document, made from what is served: boilerplate per verb. kubectl reads in them which parameters a kind's writes take.
 */
import type { ServedResource } from '../resource/served-resource.ts';
import type { Verb } from '../request/request-info.ts';

type Operation = Readonly<Record<string, unknown>>;
type Parameter = Readonly<Record<string, unknown>>;

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const query = (name: string, type = 'string'): Parameter => ({
  name,
  in: 'query',
  schema: { type, uniqueItems: true },
});
const inPath = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', uniqueItems: true },
});

const listParameters = [
  query('allowWatchBookmarks', 'boolean'),
  query('continue'),
  query('fieldSelector'),
  query('labelSelector'),
  query('limit', 'integer'),
  query('resourceVersion'),
  query('resourceVersionMatch'),
  query('sendInitialEvents', 'boolean'),
  query('shardSelector'),
  query('timeoutSeconds', 'integer'),
  query('watch', 'boolean'),
];
const writeParameters = [query('dryRun'), query('fieldManager'), query('fieldValidation')];
const deleteParameters = [
  query('dryRun'),
  query('gracePeriodSeconds', 'integer'),
  query('ignoreStoreReadErrorWithClusterBreakingPotential', 'boolean'),
  query('orphanDependents', 'boolean'),
  query('propagationPolicy'),
];

export const refTo = (schema: string): { $ref: string } => ({ $ref: `#/components/schemas/${schema}` });

/** All paths of one resource. `schemaOf` names the schema of its kind, or of another that a subresource speaks. */
export function resourcePaths(
  resource: ServedResource,
  schemaOf: (group: string, version: string, kind: string) => string | undefined,
): Record<string, object> {
  const base = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const isNamespaced = resource.scope === 'Namespaced';
  const collection = `${base}${isNamespaced ? '/namespaces/{namespace}' : ''}/${resource.plural}`;
  const own = schemaOf(resource.group, resource.version, resource.kind);
  const scoped = isNamespaced ? [inPath('namespace')] : [];
  const gvk = { group: resource.group, version: resource.version, kind: resource.kind };
  return {
    ...(isNamespaced &&
      resource.verbs.has('list') && {
        [`${base}/${resource.plural}`]: { get: operation(resource, 'list', own, gvk), parameters: [query('pretty')] },
      }),
    [collection]: {
      ...operations(resource, ['list', 'create', 'deletecollection'], resource.verbs, own, gvk),
      parameters: [...scoped, query('pretty')],
    },
    ...(hasAny(resource.verbs, ['get', 'update', 'patch', 'delete']) && {
      [`${collection}/{name}`]: {
        ...operations(resource, ['get', 'update', 'patch', 'delete'], resource.verbs, own, gvk),
        parameters: [inPath('name'), ...scoped, query('pretty')],
      },
    }),
    ...Object.fromEntries(
      [...resource.subresources.values()].map(({ name, kind, verbs }) => {
        const spoken = kind.version === '' ? gvk : kind;
        return [
          `${collection}/{name}/${name}`,
          {
            ...operations(
              resource,
              ['get', 'create', 'update', 'patch', 'delete'],
              verbs,
              schemaOf(spoken.group, spoken.version, spoken.kind),
              spoken,
            ),
            parameters: [inPath('name'), ...scoped, query('pretty')],
          },
        ];
      }),
    ),
  };
}

const methods: Readonly<Record<string, string>> = {
  list: 'get',
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete',
};
const actions: Readonly<Record<string, string>> = { create: 'post', update: 'put' };

function operations(
  resource: ServedResource,
  wanted: readonly Verb[],
  verbs: ReadonlySet<Verb>,
  schema: string | undefined,
  gvk: object,
): Record<string, Operation> {
  return Object.fromEntries(
    wanted.filter((verb) => verbs.has(verb)).map((verb) => [methods[verb], operation(resource, verb, schema, gvk)]),
  );
}

function operation(resource: ServedResource, verb: Verb, schema: string | undefined, gvk: object): Operation {
  return {
    tags: [tagOf(resource)],
    operationId: `${verb}${tagOf(resource)}${resource.kind}`,
    ...parametersOf(verb),
    ...bodyOf(resource, verb, schema),
    responses: {
      200: answer(verb, schema),
      ...(verb === 'create' && { 201: answer(verb, schema), 202: answer(verb, schema) }),
      401: { description: 'Unauthorized' },
    },
    'x-kubernetes-action': actions[verb] ?? verb,
    'x-kubernetes-group-version-kind': gvk,
  };
}

function parametersOf(verb: Verb): { parameters?: readonly Parameter[] } {
  switch (verb) {
    case 'list':
      return { parameters: listParameters };
    case 'create':
    case 'update':
      return { parameters: writeParameters };
    case 'patch':
      return { parameters: [...writeParameters, query('force', 'boolean')] };
    case 'delete':
      return { parameters: deleteParameters };
    case 'deletecollection':
      return { parameters: [...deleteParameters, ...listParameters] };
    default:
      return {};
  }
}

function bodyOf(resource: ServedResource, verb: Verb, schema: string | undefined): object {
  const types = [
    'application/apply-patch+yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(resource.patchSchema ? ['application/strategic-merge-patch+json'] : []),
  ];
  switch (verb) {
    case 'create':
    case 'update':
      return {
        requestBody: { content: { '*/*': { schema: schema ? refTo(schema) : { type: 'object' } } }, required: true },
      };
    case 'patch':
      return {
        requestBody: {
          content: Object.fromEntries(types.map((type) => [type, { schema: refTo(`${meta}.Patch`) }])),
          required: true,
        },
      };
    case 'delete':
    case 'deletecollection':
      return { requestBody: { content: { '*/*': { schema: refTo(`${meta}.DeleteOptions`) } } } };
    default:
      return {};
  }
}

function answer(verb: Verb, schema: string | undefined): object {
  const shown =
    verb === 'list'
      ? schema && `${schema}List`
      : verb === 'delete' || verb === 'deletecollection'
        ? `${meta}.Status`
        : schema;
  return { description: 'OK', content: { 'application/json': { schema: shown ? refTo(shown) : { type: 'string' } } } };
}

const hasAny = (verbs: ReadonlySet<Verb>, wanted: readonly Verb[]): boolean => wanted.some((verb) => verbs.has(verb));

/** `apps_v1`, as documents group their operations. */
function tagOf({ group, version }: ServedResource): string {
  return `${group === '' ? 'core' : group.split('.')[0]}_${version}`;
}
