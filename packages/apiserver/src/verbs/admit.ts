/**
 * The way of every request through admission: what plugins see of it, mutation, what its kind prepares and validates, validation by others, warnings.
 * Upstream: rest.BeforeCreate, rest.BeforeUpdate, rest.AdmissionToValidateObjectDeleteFunc and the admission attributes of apiserver.
 */
import type { JsonObject } from '@reeve/machinery';
import {
  internalError,
  MutationRounds,
  type AdmissionOperation,
  type AdmissionRequest,
  type ApiObject,
  type ObjectForm,
  type ServedResource,
  type UserInfo,
} from '@reeve/registry';
import { ManagedFieldsError, readManagers } from '../managed-fields/managers.ts';
import { operationOptions } from '../request/operation-options.ts';
import { timeLimitOf } from '../request/time-limit.ts';
import { metaProblems, nameProblems, segmentProblems } from '../write/meta-validation.ts';
import { prepareUpdate, refuse, validateUpdate } from '../write/prepare-update.ts';
import type { AccessRequest } from '../authorization/authorizer.ts';
import { accessDenied, accessOf } from '../authorization/request-access.ts';
import { rbacGroup } from '../authorization/role-rules.ts';
import type { Call } from './call.ts';

/** What a call does, as admission sees it. */
export interface Action {
  readonly operation: AdmissionOperation;
  readonly name: string;
  /** Undefined for a delete. */
  readonly object: ApiObject | undefined;
  /** Undefined for a create. */
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  /** The kind of the objects, where it is not that of the resource. */
  readonly form?: ObjectForm | undefined;
  /** The options of a delete; those of other operations are in the URL. */
  readonly options?: JsonObject | undefined;
}

/** A create or an update. */
export type Write = Action & { readonly object: ApiObject };

/** An update as a subresource shows it, in a kind of its own: from one Scale of a Deployment to another. */
export interface UpdateView {
  readonly form: ObjectForm;
  readonly old: ApiObject;
  readonly object: ApiObject;
  /** The whole object with what is shown of it. */
  whole(shown: ApiObject): ApiObject;
  show(whole: ApiObject): ApiObject;
}

type Update = Write & { readonly old: ApiObject };

/** The object of an update that mutation and then `prepare` make of it; others see it as `view` shows it. */
export async function admitUpdate(
  call: Call,
  write: Update,
  prepare: Preparation,
  view?: UpdateView,
): Promise<ApiObject> {
  const prepared =
    view === undefined
      ? await admitted(call, write, (object) => granted(call, object, write.old, prepare))
      : await admitShown(call, write, prepare, view);
  call.warnings.push(...call.resource.strategy.warnings(prepared, write.old));
  return prepared;
}

/** What happens to an object between mutation and validation. */
type Preparation = (object: ApiObject) => ApiObject | Promise<ApiObject>;

async function admitShown(
  call: Call,
  write: Update,
  prepare: Preparation,
  { form, old, object, show, whole }: UpdateView,
): Promise<ApiObject> {
  const { admission } = call.context;
  const request = new CallAdmission(call, { ...write, form, object, old });
  const mutated = await admission.mutate(request);
  const prepared = await prepare(mutated === undefined || mutated === object ? write.object : whole(mutated));
  await admission.validate(new CallAdmission(call, { ...write, form, object: show(prepared), old: show(write.old) }));
  return prepared;
}

/** A create on its way: mutation is asked once, what follows once for each name that is tried. */
export interface Creation {
  /** The object as mutation leaves it. */
  readonly mutated: ApiObject;
  /** The object as it may be stored, with a name and what else the server gives it. */
  admit(): Promise<ApiObject>;
}

/** Asks mutation about a create. `complete` gives the object what the server gives to new ones. */
export async function admitCreate(
  call: Call,
  write: Write,
  complete: (object: ApiObject) => ApiObject,
): Promise<Creation> {
  const { admission } = call.context;
  const request = new CallAdmission(call, write);
  const mutated = withReadableManagers((await admission.mutate(request)) ?? write.object, write.object, call);
  return {
    mutated,
    admit: async () => {
      const completed = complete(mutated);
      const prepared = await granted(call, completed, undefined, (object) => preparedForCreate(call, object));
      if (call.info.verb !== 'create') await checkCreates(call);
      await admission.validate(request.with(prepared));
      call.warnings.push(...call.resource.strategy.warnings(prepared, undefined));
      return prepared;
    },
  };
}

/** Who writes a role or a binding must have what it grants; then it is prepared. */
function granted(
  { context, request, resource, info }: Call,
  object: ApiObject,
  old: ApiObject | undefined,
  prepare: Preparation,
): ApiObject | Promise<ApiObject> {
  if (resource.group !== rbacGroup) return prepare(object);
  const { namespace, name: requestName } = info;
  const checking = context.grants.check({ user: request.user, resource, namespace, requestName, object, old });
  return checking.then(() => prepare(object));
}

/** An update or an apply that creates what is not there needs the verb `create`, too. */
async function checkCreates({ context, request }: Call): Promise<void> {
  const asked: AccessRequest = { ...accessOf(request.user, request), verb: 'create' };
  const { decision, reason, error } = await context.authorizer.authorize(asked);
  if (decision === 'allow') return;
  throw error === undefined ? accessDenied(asked, reason) : internalError(error);
}

/** Lets a delete pass, which nobody can change. */
export async function admitDelete(call: Call, action: Omit<Action, 'operation' | 'object'>): Promise<void> {
  const request = new CallAdmission(call, { ...action, operation: 'DELETE', object: undefined });
  const { admission } = call.context;
  await admission.mutate(request);
  await admission.validate(request);
}

/** The object that mutation and then `prepare` make of that of an action, when nobody refuses it. */
export async function admitted(
  call: Call,
  action: Write,
  prepare: Preparation = (object) => object,
): Promise<ApiObject> {
  const { admission } = call.context;
  const request = new CallAdmission(call, action);
  const mutated = (await admission.mutate(request)) ?? action.object;
  const preparing = prepare(withReadableManagers(mutated, action.object, call));
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  await admission.validate(prepared === action.object ? request : request.with(prepared));
  return prepared;
}

/** What mutation leaves of the managers of fields must be readable; else they are as they were. */
function withReadableManagers(mutated: ApiObject, { metadata }: ApiObject, { warnings }: Call): ApiObject {
  if (mutated.metadata?.managedFields === metadata?.managedFields) return mutated;
  try {
    readManagers(mutated.metadata.managedFields);
    return mutated;
  } catch (error) {
    if (!(error instanceof ManagedFieldsError)) throw error;
    warnings.push(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`,
    );
    const { managedFields: _invalid, ...rest } = mutated.metadata;
    const { managedFields } = metadata;
    return { ...mutated, metadata: { ...rest, ...(managedFields && { managedFields }) } };
  }
}

/** No write takes longer than this, whatever the client asks for. */
const longestWriteMs = 34_000;

/** A call as plugins see it. */
class CallAdmission implements AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  readonly subresource: string | undefined;
  readonly form: ObjectForm;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly user: UserInfo;
  readonly rounds: MutationRounds;
  readonly #call: Call;
  readonly #action: Action;

  constructor(call: Call, action: Action, rounds = new MutationRounds()) {
    this.#call = call;
    this.#action = action;
    this.operation = action.operation;
    this.resource = call.resource;
    this.subresource = call.info.subresource;
    this.form = action.form ?? call.resource;
    this.namespace = isNamespaceItself(call) ? action.name : call.info.namespace;
    this.name = action.name;
    this.object = action.object;
    this.old = action.old;
    this.isDryRun = action.isDryRun;
    this.user = call.request.user;
    this.rounds = rounds;
  }

  get options(): JsonObject | undefined {
    return this.#action.options ?? operationOptions(this.operation, this.#call.request.query);
  }

  get signal(): AbortSignal {
    return this.#call.request.signal;
  }

  with(object: ApiObject | undefined): AdmissionRequest {
    const name = this.operation === 'CREATE' && this.name === '' ? (object?.metadata.name ?? '') : this.name;
    return new CallAdmission(this.#call, { ...this.#action, name, object }, this.rounds);
  }

  remainingMs(): number {
    const { context, request, info } = this.#call;
    const passed = context.host.clock.monotonic() - request.startedAt;
    return Math.min(longestWriteMs, timeLimitOf(info, request.query) ?? longestWriteMs) - passed;
  }

  warn(text: string): void {
    this.#call.warnings.push(text);
  }

  annotate(key: string, value: string): void {
    this.#call.request.annotate(key, value);
  }
}

/** A namespace counts as being in itself. */
const isNamespaceItself = ({ resource }: Call): boolean => resource.group === '' && resource.plural === 'namespaces';

/** The object of an update as its kind wants it, when it is valid. */
export function prepareForUpdate({ resource, warnings }: Call, object: ApiObject, old: ApiObject): ApiObject {
  const prepared = prepareUpdate(object, old, resource);
  validateUpdate(prepared, old, resource, (text) => warnings.push(text));
  return prepared;
}

function preparedForCreate({ resource }: Call, object: ApiObject): ApiObject {
  const { strategy } = resource;
  const prepared = strategy.prepareForCreate(object);
  const { metadata } = prepared;
  const isNamespaced = resource.scope === 'Namespaced';
  const problems = [...metaProblems(metadata, isNamespaced, strategy.nameProblems), ...strategy.validate(prepared)];
  refuse(problems, resource, metadata.name);
  refuse(nameProblems(metadata, segmentProblems), resource, metadata.name); // only when every other rule holds
  return prepared;
}
