/**
 * One typed definition of a resource gives its TypeScript type, its `Kind`, its CustomResourceDefinition, and the server's defaults and verdicts, with no code
 * generation. What cannot be expressed is refused here, when the module is loaded.
 * Upstream: what controller-gen makes from markers, and what a scheme registers.
 */
import { defineKind, pluralOf } from '@reeve/machinery';
import type {
  AdmissionFunctions,
  ConversionFunctions,
  KubeObject,
  ResourceScope,
  ResourceWebhooks,
} from '@reeve/machinery';
import { Problems, printProblem } from '../problem/definition-problem.ts';
import type { CustomResourceDefinition, CustomResourceVersion } from './custom-resource-definition.ts';
import { noteUnknownOptions } from './known-options.ts';
import { localSchema } from './local-schema.ts';
import { makeVersion } from './make-version.ts';
import type { HubOf, InputObjectOf, ObjectOf, ScopeOf, StorageOf, SubresourcesOf } from './object-types.ts';
import type { ResourceDefinition } from './resource-definition.ts';
import { webhooksOf } from './resource-webhooks.ts';
import type { AdmissionOptions, ConversionOptions } from './resource-webhooks.ts';
import type { ResourceOptions, ServedVersionOptions, VersionOptions } from './resource-options.ts';
import { warn } from './warn.ts';

/** A resource with one version. */
export interface SingleVersionOptions extends ResourceOptions, VersionOptions {
  readonly version: string;
  readonly versions?: undefined;
}

/** A resource with several versions. */
export interface SeveralVersionsOptions extends ResourceOptions {
  readonly versions: Readonly<Record<string, ServedVersionOptions>>;
  /** The version through which the others convert; the one that objects are stored in unless given. */
  readonly hub?: string;
}

type DefinitionOf<V extends VersionOptions, O> = ResourceDefinition<
  ObjectOf<V>,
  InputObjectOf<V>,
  ScopeOf<O>,
  SubresourcesOf<V>
>;

type VersionsDefinition<O extends SeveralVersionsOptions> = DefinitionOf<O['versions'][StorageOf<O['versions']>], O> & {
  /** The kind in another of its versions. */
  at<V extends keyof O['versions'] & string>(this: void, version: V): DefinitionOf<O['versions'][V], O>;
};

/** What options are read as: field by field, as the compiler infers nothing of an object with functions as a whole. */
type Inferred<O> = { readonly [Field in keyof O]: O[Field] };

/** The versions, each with its conversions. */
interface VersionedOptions<
  Versions extends Readonly<Record<string, ServedVersionOptions>>,
  Hub extends keyof Versions,
> {
  readonly versions: {
    readonly [V in keyof Versions]: Inferred<Versions[V]> & ConversionOptions<Versions[V], Versions[Hub]>;
  };
}

/** Defines a resource. Problems are a `DefinitionError` that names each with its path, reason and what to write instead. */
export function defineResource<const O extends SingleVersionOptions>(
  options: Inferred<O> & AdmissionOptions<O>,
): DefinitionOf<O, O>;
export function defineResource<
  const O extends ResourceOptions & { readonly hub?: string },
  const Versions extends Readonly<Record<string, ServedVersionOptions>>,
>(
  options: Inferred<O> &
    VersionedOptions<Versions, HubOf<O, Versions>> &
    AdmissionOptions<Versions[StorageOf<Versions>]>,
): VersionsDefinition<O & { readonly versions: Versions }>;
export function defineResource(given: object): unknown {
  const options = given as (SingleVersionOptions | SeveralVersionsOptions) & AdmissionFunctions; // as the overloads say
  const versions = options.versions ?? { [options.version]: options };
  const notes = { problems: new Problems(), warnings: new Problems() };
  noteUnknownOptions(options, notes.problems);
  const storage = storageVersion(versions, notes.problems);
  const made = Object.entries(versions).map(([name, one]) => makeVersion(name, one, name === storage, notes));
  const webhooks = webhooksOf(
    options,
    versions as Readonly<Record<string, Partial<ConversionFunctions>>>,
    storage,
    notes.problems,
  );
  notes.problems.throwIfAny(`${options.kind} of ${options.group}`);
  const crd = definitionObject(options, made);
  const warnings = notes.warnings.found.map((one) => `${options.kind}: ${printProblem(one).trim()}`);
  for (const warning of warnings) (options.onWarning ?? warn)(warning);
  return resourceFrom(crd, warnings, webhooks);
}

/** A kind with its definition, in the version that objects are stored in. */
function resourceFrom(
  crd: CustomResourceDefinition,
  warnings: readonly string[],
  webhooks: ResourceWebhooks | undefined,
): unknown {
  const at = (version: string): unknown => versionDefinition(crd, version, warnings, webhooks);
  const storage = crd.spec.versions.find((version) => version.storage) ?? crd.spec.versions[0];
  return Object.freeze({ ...(at(storage?.name ?? '') as object), at });
}

function storageVersion(versions: Readonly<Record<string, ServedVersionOptions>>, problems: Problems): string {
  const names = Object.keys(versions);
  const marked = names.filter((name) => versions[name]?.storage === true);
  const [first] = marked.length > 0 ? marked : names;
  if (first === undefined) problems.add('versions', 'there is none', 'give at least one');
  if (marked.length > 1) problems.add('versions', `${marked.join(' and ')} are storage versions`, 'mark one only');
  if (marked.length === 0 && names.length > 1) {
    problems.add(
      'versions',
      'none of the versions is the one that objects are stored in',
      'mark one with storage: true',
    );
  }
  return first ?? '';
}

function definitionObject(options: ResourceOptions, versions: CustomResourceVersion[]): CustomResourceDefinition {
  const { group, kind, names = {}, labels, annotations } = options;
  const plural = names.plural ?? pluralOf(kind);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    },
    spec: {
      group,
      scope: options.scope ?? 'Namespaced',
      names: {
        kind,
        plural,
        singular: names.singular ?? kind.toLowerCase(),
        listKind: names.listKind ?? `${kind}List`,
        ...(names.shortNames === undefined ? {} : { shortNames: [...names.shortNames] }),
        ...(names.categories === undefined ? {} : { categories: [...names.categories] }),
      },
      versions,
      ...(options.conversion === undefined ? {} : { conversion: options.conversion }),
    },
  };
}

function versionDefinition(
  crd: CustomResourceDefinition,
  name: string,
  warnings: readonly string[],
  webhooks: ResourceWebhooks | undefined,
): unknown {
  const { group, scope, names, versions } = crd.spec;
  const version = versions.find((one) => one.name === name);
  if (version === undefined) {
    const known = versions.map((one) => one.name).join(', ');
    const problems = new Problems();
    problems.add('versions', `there is no version ${name}`, `the versions are ${known}`);
    return problems.throwIfAny(`${names.kind} of ${group}`);
  }
  const kind = defineKind<KubeObject, ResourceScope, string>({
    group,
    version: name,
    scope,
    ...names,
    subresources: Object.keys(version.subresources ?? {}),
  });
  const local = localSchema({ apiVersion: kind.apiVersion, kind: kind.kind }, version);
  return Object.freeze(
    Object.defineProperties(
      { ...kind, crd, warnings, ...(webhooks && { webhooks }) },
      Object.getOwnPropertyDescriptors(local),
    ),
  );
}
