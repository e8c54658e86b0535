/**
 * Expressions of admission: policies and match conditions. Compiles them with the variables that they may use, in the words in which the real server refuses them.
 * Upstream: apiserver admission/plugin/cel compile.go and composition.go.
 */
import {
  authorizerType,
  Environment,
  jsonPatchLibrary,
  kubernetesLibraries,
  listType,
  mapType,
  objectType,
  patchTypesLibrary,
  printType,
  resourceCheckType,
  types,
  typesEqual,
  type ObjectField,
  type Program,
  type Type,
} from '@reeve/cel';

/** A compiled expression, or why there is none. */
export interface AdmissionExpression {
  readonly text: string;
  readonly program: Program | undefined;
  readonly problem: string | undefined;
  /** True where the text is right and no program can be made of it, which the real server calls an internal error. */
  readonly isInternal?: boolean;
}

/** The variables that an expression may use besides `object`, `oldObject`, `request` and `namespaceObject`. */
export interface DeclaredVariables {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether `Object{…}` and `JSONPatch{…}` may be written. */
  readonly hasPatchTypes?: boolean;
}

const { string } = types;
const strings = listType(string);
const texts = mapType(string, string);
const kindType = objectType('kubernetes.GroupVersionKind', { group: string, version: string, kind: string });
const resourceType = objectType('kubernetes.GroupVersionResource', {
  group: string,
  version: string,
  resource: string,
});

const requestType = objectType('kubernetes.AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  subResource: string,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: string,
  name: string,
  namespace: string,
  operation: string,
  userInfo: objectType('kubernetes.UserInfo', {
    username: string,
    uid: string,
    groups: strings,
    extra: mapType(string, strings),
  }),
  dryRun: types.bool,
  options: types.dyn,
});

const namespaceType = objectType('kubernetes.Namespace', {
  metadata: objectType('kubernetes.NamespaceMetadata', {
    name: string,
    generateName: string,
    namespace: string,
    labels: texts,
    annotations: texts,
    UID: string,
    creationTimestamp: types.timestamp,
    deletionGracePeriodSeconds: types.int,
    deletionTimestamp: types.timestamp,
    generation: types.int,
    resourceVersion: string,
    finalizers: strings,
  }),
  spec: objectType('kubernetes.NamespaceSpec', { finalizers: strings }),
  status: objectType('kubernetes.NamespaceStatus', {
    conditions: listType(
      objectType('kubernetes.NamespaceCondition', {
        status: string,
        type: string,
        lastTransitionTime: types.timestamp,
        message: string,
        reason: string,
      }),
    ),
    phase: string,
  }),
});

/** The types of `object` and `params` where they are known, for the type check of policies. */
export interface KnownTypes {
  readonly object?: Type | undefined;
  readonly params?: Type | undefined;
}

/**
 * Compiles the expressions of one policy. Variables that are declared are seen by all that is compiled later, as in the real server; without
 * `withVariables` there is no `variables` at all.
 */
export class AdmissionCompiler {
  readonly #variables: Map<string, ObjectField> | undefined;
  readonly #types: KnownTypes;
  readonly #environments = new Map<string, Environment>();

  constructor({ withVariables, types: known = {} }: { withVariables: boolean; types?: KnownTypes }) {
    this.#variables = withVariables ? new Map() : undefined;
    this.#types = known;
  }

  /** An expression whose value has one of the types, or any. */
  compile(text: string, declared: DeclaredVariables, results?: readonly Type[]): AdmissionExpression {
    const { program, issues } = this.environment(declared).compile(text);
    if (program === undefined)
      return failed(text, `compilation failed: ${issues.map((issue) => issue.text).join('\n')}`);
    if (results !== undefined && !results.some((type) => typesEqual(type, program.type)))
      return failed(text, resultProblem(results, program.type));
    const { constantProblem } = program;
    if (constantProblem !== undefined)
      return { ...failed(text, `program instantiation failed: ${constantProblem}`), isInternal: true };
    return { text, program, problem: undefined };
  }

  /** Compiles a variable, which later expressions see even if it does not compile. */
  declare(name: string, text: string, declared: DeclaredVariables): AdmissionExpression {
    const compiled = this.compile(text, declared);
    this.declareType(name, compiled.program?.type);
    return compiled;
  }

  /** Makes a variable known by its type; dyn without one. */
  declareType(name: string, type: Type | undefined): void {
    this.#variables?.set(name, { type: type === undefined ? types.dyn : variableType(type) });
  }

  environment(declared: DeclaredVariables): Environment {
    const key = `${declared.hasParams} ${declared.hasAuthorizer} ${declared.hasPatchTypes ?? false}`;
    const cache = this.#isPlain ? plainEnvironments : this.#environments;
    let environment = cache.get(key);
    if (environment === undefined) cache.set(key, (environment = this.#newEnvironment(declared)));
    return environment;
  }

  /** True where nothing differs from policy to policy. */
  get #isPlain(): boolean {
    return this.#variables === undefined && this.#types.object === undefined && this.#types.params === undefined;
  }

  #newEnvironment({ hasParams, hasAuthorizer, hasPatchTypes = false }: DeclaredVariables): Environment {
    const object = this.#types.object ?? types.dyn;
    return new Environment({
      libraries: hasPatchTypes ? [...kubernetesLibraries, jsonPatchLibrary, patchTypesLibrary] : kubernetesLibraries,
      homogeneousLiterals: true,
      escapedFields: false,
      variables: {
        object,
        oldObject: object,
        namespaceObject: namespaceType,
        request: requestType,
        ...(this.#variables && { variables: objectType('kubernetes.variables', this.#variables) }),
        ...(hasParams && { params: this.#types.params ?? types.dyn }),
        ...(hasAuthorizer && { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType }),
      },
    });
  }
}

const plainEnvironments = new Map<string, Environment>();

const failed = (text: string, problem: string): AdmissionExpression => ({ text, program: undefined, problem });

function resultProblem(expected: readonly Type[], found: Type): string {
  const names = expected.map(nameOf);
  const wanted = names.length === 1 ? names.join('') : `one of [${names.join(' ')}]`;
  return `must evaluate to ${wanted} but got ${nameOf(found)}`;
}

const nameOf = (type: Type): string => (type.kind === 'null' ? 'null_type' : printType(type));

/** The type that a variable has for those who use it: objects, and what libraries bring, are dyn. */
function variableType(type: Type): Type {
  switch (type.kind) {
    case 'list':
      return listType(variableType(type.element));
    case 'map':
      return mapType(variableType(type.key), variableType(type.value));
    case 'object':
    case 'opaque':
    case 'parameter':
    case 'type':
      return types.dyn;
    default:
      return { kind: type.kind };
  }
}
