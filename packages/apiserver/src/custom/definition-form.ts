/**
 * A definition as the server looks at it when it validates: what all versions have in common stands at the top, once, and so do the messages about it.
 * Upstream: the internal version of apiextensions.
 */
import { deepEqual } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import type { DefinitionSpec, DefinitionVersion } from './definition.ts';

type Shared = Pick<DefinitionVersion, 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'>;

export interface DefinitionForm extends Shared {
  readonly spec: DefinitionSpec;
  /** The versions as they were sent; undefined where there was no such list. */
  readonly hasVersions: boolean;
  /** Without what all of them share. */
  readonly versions: readonly DefinitionVersion[];
}

const shareable = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/** The form of a definition, whatever is in it: nobody has looked at it yet. */
export function formOf(definition: ApiObject): DefinitionForm {
  const spec = (definition['spec'] ?? {}) as DefinitionSpec;
  const versions = spec.versions ?? [];
  const shared = versions.length === 0 ? [] : shareable.filter((key) => isShared(versions, key));
  const common: Partial<Record<keyof Shared, unknown>> = Object.fromEntries(
    shared.flatMap((key) => (given(versions[0], key) === null ? [] : [[key, given(versions[0], key)]])),
  );
  return {
    ...(common as Shared),
    spec,
    hasVersions: spec.versions !== undefined && spec.versions !== null,
    versions: versions.map((version) => without(version, shared)),
  };
}

/** Versions as messages quote them: in the names that Go has for their fields. */
export function printedVersions({ versions, hasVersions }: DefinitionForm): object | null {
  if (!hasVersions) return null;
  return versions.map((version) => ({
    Name: version.name ?? '',
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: version.schema ?? null,
    Subresources: version.subresources ?? null,
    AdditionalPrinterColumns: version.additionalPrinterColumns ?? null,
    SelectableFields: version.selectableFields ?? null,
  }));
}

function isShared(versions: readonly DefinitionVersion[], key: keyof Shared): boolean {
  const first = given(versions[0], key);
  return versions.every((version) => deepEqual(given(version, key), first));
}

/** An empty list is no list. */
function given(version: DefinitionVersion | undefined, key: keyof Shared): unknown {
  const value = version?.[key] ?? null;
  return Array.isArray(value) && value.length === 0 ? null : value;
}

function without(version: DefinitionVersion, keys: readonly string[]): DefinitionVersion {
  return Object.fromEntries(
    Object.entries(version).filter(([key]) => !keys.includes(key)),
  ) as unknown as DefinitionVersion;
}
