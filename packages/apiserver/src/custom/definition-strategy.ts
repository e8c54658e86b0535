/**
 * How definitions are written: which version their objects are kept in is recorded in the same write, and they stay until their objects are gone.
 * Upstream: apiextensions registry/customresourcedefinition.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { structuralSchema, unrecognizedFormats } from '@reeve/schema';
import type { ApiObject, Strategy } from '@reeve/registry';
import { withCondition } from './conditions.ts';
import { formOf } from './definition-form.ts';
import { definitionProblems, definitionStatusProblems, definitionUpdateProblems } from './definition-validation.ts';
import { cleanupFinalizer, statusOf } from './definition.ts';

/** The strategy of definitions: what every kind has, and these rules. */
export function definitionStrategy(plain: Strategy): Strategy {
  return {
    ...plain,
    prepareForCreate: (object) => withStoredVersion({ ...plain.prepareForCreate(object), status: emptyStatus }),
    prepareForUpdate: (object, old) => withStoredVersion(plain.prepareForUpdate(object, old)),
    validate: definitionProblems,
    validateUpdate: definitionUpdateProblems,
    validateStatusUpdate: definitionStatusProblems,
    warnings: (object, old) => [...plain.warnings(object, old), ...formatWarnings(object, old)],
    isHeld: () => true,
    prepareForDelete: terminating,
  };
}

const emptyStatus = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };

/** The status with the version that objects are kept in from now on. */
function withStoredVersion(definition: ApiObject): ApiObject {
  const storage = formOf(definition).versions.find((version) => version.storage)?.name;
  const status = statusOf(definition);
  const stored = status.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage)) return definition;
  return { ...definition, status: { ...status, storedVersions: [...stored, storage] } };
}

/** Formats that nobody checks are told once, when they appear. */
function formatWarnings(definition: ApiObject, old: ApiObject | undefined): string[] {
  const before = old === undefined ? [] : oddFormats(old);
  return oddFormats(definition)
    .filter((format) => !before.includes(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function oddFormats(definition: ApiObject): string[] {
  const { schema, versions } = formOf(definition);
  return [schema, ...versions.map((version) => version.schema)].flatMap((each) => {
    if (!each?.openAPIV3Schema) return [];
    const { schema: structural } = structuralSchema(each.openAPIV3Schema as unknown as ReadonlyJson, {
      rules: 'not compiled',
    });
    return structural ? unrecognizedFormats(structural) : [];
  });
}

/** A definition that goes stays until its objects are gone, and says so. */
function terminating(definition: ApiObject, old: ApiObject): ApiObject {
  const { finalizers = [], deletionTimestamp = '' } = definition.metadata;
  const { generation } = old.metadata; // going away is no change of what it defines
  if (finalizers.includes(cleanupFinalizer)) return definition;
  const verdict = {
    type: 'Terminating',
    status: 'True' as const,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  const conditions = withCondition(statusOf(definition).conditions ?? [], verdict, deletionTimestamp);
  return {
    ...definition,
    metadata: {
      ...definition.metadata,
      ...(generation !== undefined && { generation }),
      finalizers: [...finalizers, cleanupFinalizer],
    },
    status: { ...statusOf(definition), conditions },
  };
}
