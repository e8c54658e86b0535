/**
 * The way of every request through admission: what plugins see of it, mutation, what its kind prepares and validates, validation by others, warnings.
 * Upstream: rest.BeforeCreate, rest.BeforeUpdate, rest.AdmissionToValidateObjectDeleteFunc and the admission attributes of apiserver.
 */
import type { JsonObject } from '@reeve/machinery';
import {
  invalidObject,
  MutationRounds,
  type AdmissionOperation,
  type AdmissionRequest,
  type ApiObject,
  type ObjectForm,
  type ServedResource,
  type UserInfo,
} from '@reeve/registry';
import { operationOptions } from '../request/operation-options.ts';
import { timeLimitOf } from '../request/time-limit.ts';
import { metaProblems, nameProblems, segmentProblems } from '../write/meta-validation.ts';
import { prepareUpdate, validateUpdate } from '../write/prepare-update.ts';
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

/** The object of a create or an update as it may be stored. */
export async function admit(call: Call, write: Write): Promise<ApiObject> {
  const { resource, warnings } = call;
  const { old } = write;
  const prepare = (object: ApiObject): ApiObject =>
    old === undefined ? preparedForCreate(call, object) : preparedForUpdate(call, object, old);
  const prepared = await admitted(call, write, (object) =>
    resource.group === rbacGroup ? checkGrants(call, object, old).then(() => prepare(object)) : prepare(object),
  );
  warnings.push(...resource.strategy.warnings(prepared, old));
  return prepared;
}

/** Who writes a role or a binding must have what it grants. */
function checkGrants({ context, request, resource, info }: Call, object: ApiObject, old: ApiObject | undefined) {
  const { namespace, name: requestName } = info;
  return context.grants.check({ user: request.user, resource, namespace, requestName, object, old });
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
  prepare: (object: ApiObject) => ApiObject | Promise<ApiObject> = (object) => object,
): Promise<ApiObject> {
  const { admission } = call.context;
  const request = new CallAdmission(call, action);
  const mutated = await admission.mutate(request);
  const preparing = prepare(mutated ?? action.object);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  await admission.validate(prepared === action.object ? request : request.with(prepared));
  return prepared;
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
    return new CallAdmission(this.#call, { ...this.#action, object }, this.rounds);
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

function preparedForUpdate({ resource, warnings }: Call, object: ApiObject, old: ApiObject): ApiObject {
  const prepared = prepareUpdate(object, old, resource);
  validateUpdate(prepared, old, resource, (text) => warnings.push(text));
  return prepared;
}

function preparedForCreate({ resource }: Call, object: ApiObject): ApiObject {
  const { strategy } = resource;
  const prepared = strategy.prepareForCreate(object);
  const { metadata } = prepared;
  const isNamespaced = resource.scope === 'Namespaced';
  const refuse = (problems: Parameters<typeof invalidObject>[3]) => {
    if (problems.length === 0) return;
    throw invalidObject(strategy.refusalGroup ?? resource.group, resource.kind, metadata.name ?? '', problems);
  };
  refuse([...metaProblems(metadata, isNamespaced, strategy.nameProblems), ...strategy.validate(prepared)]);
  refuse(nameProblems(metadata, segmentProblems)); // only when every other rule holds
  return prepared;
}
