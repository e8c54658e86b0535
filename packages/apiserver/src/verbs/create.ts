/**
 * Creates an object: decode, default, mutate, validate, store.
 */
import { alreadyExists, forbidden, StatusError, type ApiObject } from '@reeve/registry';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts';
import { applyFieldValidation } from '../write/field-validation.ts';
import { withoutDoubleOwners } from '../write/owner-references.ts';
import { checkNamespace, withoutSystemFields, withSystemFields } from '../write/system-fields.ts';
import { admitCreate } from './admit.ts';
import { shownObject, storageKey, type Call } from './call.ts';
import { tracked } from './track.ts';

/** Clashes of generated names are tried this often before the client hears of them. */
const nameAttempts = 8;

/** Creates the object in the body and gives it back as stored. */
export async function create(call: Call): Promise<ApiObject> {
  const options = parseWriteOptions(call.request.query, 'CreateOptions');
  const { object, oddities } = await readBody(call.request, call.resource);
  applyFieldValidation(oddities, options.fieldValidation, call.resource, call.warnings);
  return createObject(call, object, { ...options, refusesVersion: true });
}

/** How an object is created. */
interface CreationOptions extends Pick<WriteOptions, 'isDryRun'> {
  /** True for an apply, whose object has its managers already. */
  readonly isTracked?: boolean;
  /** True where an object that names a version is none to be created; others are stored whatever version they name. */
  readonly refusesVersion?: boolean;
}

/** Creates a decoded object: also what an update or an apply of something that is not there does. */
export async function createObject(call: Call, object: ApiObject, options: CreationOptions): Promise<ApiObject> {
  const { context, resource, info } = call;
  checkNamespace(object, resource, info.namespace);
  if (resource.isTerminating)
    throw forbidden(
      resource,
      object.metadata.name ?? '',
      'create not allowed while custom resource definition is terminating',
    );
  const own = withoutSystemFields(resource.strategy.defaults(object), resource, info.namespace);
  const unique = withoutDoubleOwners(own, (text) => call.warnings.push(text));
  const wanted = options.isTracked ? unique : tracked(call, undefined, unique);
  const { isDryRun } = options;
  const write = {
    operation: 'CREATE',
    name: info.name ?? wanted.metadata.name ?? '',
    object: wanted,
    old: undefined,
    isDryRun,
  } as const;
  const admission = await admitCreate(call, write, (mutated) => {
    checkNamespace(mutated, resource, info.namespace);
    return withSystemFields(mutated, resource, info.namespace, context.host);
  });
  for (let attempt = 1; ; attempt += 1) {
    const admitted = await admission.admit();
    const { name = '' } = admitted.metadata;
    const isGenerated = !admission.mutated.metadata.name && Boolean(admission.mutated.metadata.generateName);
    if (options.refusesVersion && !isDryRun) refuseVersion(admitted);
    const existing = context.store.table(resource.storage.table).get(storageKey(call, name));
    if (existing === undefined) return store(call, admitted, isDryRun);
    if (!isGenerated || attempt === nameAttempts)
      throw alreadyExists(resource, name, Boolean(existing.object.metadata.deletionTimestamp));
  }
}

/** The store's own refusal, which comes last: a dry run never hears it. */
function refuseVersion({ metadata }: ApiObject): void {
  if (/^0*[1-9][0-9]*$/.test(metadata.resourceVersion ?? ''))
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created', { hasDetails: false });
}

async function store(call: Call, object: ApiObject, isDryRun: boolean): Promise<ApiObject> {
  const { context, resource } = call;
  const { conversion } = resource.storage;
  if (conversion !== undefined) await conversion.bringOut(object);
  if (isDryRun) return object;
  const { name = '' } = object.metadata;
  const stored = context.store.commit(resource.storage.table, storageKey(call, name), (current) => {
    if (current) throw alreadyExists(resource, name);
    return { type: 'put', object: resource.storage.toStorage(object) };
  });
  if (resource.strategy.ttlMs !== undefined)
    context.expiry.schedule(resource.storage.table, storageKey(call, name), resource.strategy.ttlMs);
  return stored === undefined ? object : shownObject(call, stored);
}
