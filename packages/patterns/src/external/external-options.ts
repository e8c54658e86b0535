/**
 * What is said about things outside Kubernetes: how they are looked at, made, changed and deleted, and what of that is allowed.
 */
import { InvalidInputError, ReeveError, refuseUnknownOptions } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, Effect, KindObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import type { FinalizerName } from '../step/finalizer.ts';
import type { StatusOf } from '../step/status-handler.ts';

/** What may be done with the thing. `*` is everything. The words are Crossplane's. */
export type ManagementPolicy = 'Observe' | 'Create' | 'Update' | 'Delete' | 'LateInitialize' | '*';

/** What every call to the outside is given. */
export interface ExternalCall<K extends AnyKind, Connection> {
  readonly object: CachedObject<K>;
  /** By what the service knows the thing. */
  readonly externalName: string;
  /** What `connect` returned. */
  readonly connection: Connection;
}

/** What a call to look for a thing by its token is given. */
export interface FindCall<K extends AnyKind, Connection> {
  readonly object: CachedObject<K>;
  /** What the thing was to be made with. */
  readonly token: string;
  readonly connection: Connection;
}

/** What a call to make the thing is given. */
export interface CreateCall<K extends AnyKind, Desired, Connection> extends FindCall<K, Connection> {
  /** The name that was chosen and is kept already; empty where the service assigns names. */
  readonly externalName: string;
  readonly desired: Desired;
}

/** What a call to change the thing is given. */
export interface UpdateCall<K extends AnyKind, Desired, Observed, Connection> extends ExternalCall<K, Connection> {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The paths at which the thing is not as desired, as `versioning.enabled`. */
  readonly changes: readonly string[];
}

/** A function that calls a service, or an effect that does: `defineEffect`. Functions become effects, named after the step: `bucket: create`. */
export type ServiceCall<Input, Output> =
  | Effect<Input, Output>
  | ((input: Input, signal?: AbortSignal) => Promise<Output>);

/** What `create` throws when the service refused: nothing was made, and nothing has to be looked for. It is tried again with back-off. */
export class NotCreatedError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_NOT_CREATED', message, options);
  }
}

/** What a thing outside Kubernetes is. */
export interface ExternalResourceOptions<K extends AnyKind, Desired, Observed, Connection = undefined> {
  /** The name of the step, of its annotations and effects. */
  readonly name: string;
  /** The thing as it is to be; fields that are left out may be anything. */
  readonly desired: (object: CachedObject<K>) => Desired;
  /** Chooses the name, which is kept on the object before anything is made. Left out where the service assigns names. */
  readonly externalName?: (object: CachedObject<K>) => string;
  /** What calls need besides: an address, a key from a Secret. */
  readonly connect?: (object: CachedObject<K>, context: ReconcileContext<K>) => Connection | Promise<Connection>;

  /** Looks at the thing; undefined where there is none. */
  readonly observe: ServiceCall<ExternalCall<K, Connection>, Observed | undefined>;
  /** Makes the thing. Where the service assigns names, it returns the name. `NotCreatedError` says that nothing was made; after any other failure it is looked for first. */
  readonly create?: ServiceCall<CreateCall<K, Desired, Connection>, void | { readonly externalName: string }>;
  /** Looks for the thing that was made with a token, by a tag for instance, and returns its name. For services that assign names. */
  readonly find?: ServiceCall<FindCall<K, Connection>, string | undefined>;
  readonly update?: ServiceCall<UpdateCall<K, Desired, Observed, Connection>, void>;
  /** Deletes the thing. It may be called again. */
  readonly delete?: ServiceCall<ExternalCall<K, Connection>, void>;

  /** What differs, as paths; the fields of `desired` that are something else in what was observed unless given. */
  readonly differences?: (desired: Desired, observed: Observed) => readonly string[];
  /** Whether the thing can be used; as soon as it is there unless given. */
  readonly isReady?: (observed: Observed) => boolean;
  /** Fields for the status of the object. */
  readonly status?: (observed: Observed, externalName: string) => Partial<DeepReadonly<StatusOf<K>>>;
  /** Fields of the spec that the service has chosen. Those that the object does not have are filled in. */
  readonly lateInitialize?: (observed: Observed) => DeepPartial<SpecOf<K>>;
  /** Whether a thing of the chosen name that nobody here has made is taken over: never, unless given. */
  readonly adopt?: boolean | ((observed: Observed, object: CachedObject<K>) => boolean);
  /** What may be done, also by object; everything for which there is a function, unless given. */
  readonly policies?:
    | readonly ManagementPolicy[]
    | ((object: CachedObject<K>) => readonly ManagementPolicy[] | undefined);
  /** How often the thing is looked at when nothing has changed; a minute unless given. */
  readonly pollMs?: number;
  /** By which share a pause is longer or shorter, so that not all are looked at together; 0.1 unless given. */
  readonly jitter?: number;
  /** How soon it is looked at again after it was made, changed or deleted; a second unless given. */
  readonly settleMs?: number;
  /** How long a service may take until something that was made by an interrupted request is found; 30 seconds unless given. */
  readonly createSettlesMs?: number;
  /** What holds the object until the thing is deleted; `external.reeve.dev/NAME` unless given. */
  readonly finalizer?: FinalizerName;
}

type SpecOf<K extends AnyKind> = KindObject<K> extends { spec?: infer Spec } ? NonNullable<Spec> : never;

/** Some fields of some fields. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? DeepReadonly<T>
  : T extends object
    ? { readonly [Field in keyof T]?: DeepPartial<T[Field]> }
    : T;

const known: Readonly<Record<keyof ExternalResourceOptions<AnyKind, unknown, unknown>, true>> = {
  name: true,
  desired: true,
  externalName: true,
  connect: true,
  observe: true,
  create: true,
  find: true,
  update: true,
  delete: true,
  differences: true,
  isReady: true,
  status: true,
  lateInitialize: true,
  adopt: true,
  policies: true,
  pollMs: true,
  jitter: true,
  settleMs: true,
  createSettlesMs: true,
  finalizer: true,
};

/** Throws what cannot be right. */
export function checkExternalOptions(options: ExternalResourceOptions<AnyKind, never, never, never>): void {
  refuseUnknownOptions('an external resource', options, known);
  const { name, create, find, externalName, adopt, jitter = 0, policies } = options;
  if (!/^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/u.test(name))
    throw new InvalidInputError(
      name,
      `"${name}" cannot name an external resource: write at most 40 lower case letters, digits and dashes, with a letter first`,
    );
  for (const field of ['pollMs', 'settleMs', 'createSettlesMs'] as const) {
    const { [field]: ms = 1 } = options;
    if (!(ms > 0 && ms < Infinity))
      throw new InvalidInputError(String(ms), `${field} of ${name} is ${ms}: give a number of milliseconds above 0`);
  }
  if (!(jitter >= 0 && jitter < 1))
    throw new InvalidInputError(String(jitter), `jitter of ${name} is ${jitter}: give a share from 0 to 1`);
  if (find !== undefined && externalName !== undefined)
    throw new InvalidInputError(
      'find',
      `${name} chooses names and looks for assigned ones: leave out externalName or find`,
    );
  if (adopt !== undefined && externalName === undefined)
    throw new InvalidInputError(
      'adopt',
      `${name} cannot adopt without externalName: things with assigned names are taken over by the annotation external.reeve.dev/${name}`,
    );
  if (find !== undefined && create === undefined)
    throw new InvalidInputError(
      'find',
      `${name} looks for what it has made, and makes nothing: give create, or leave out find`,
    );
  if (Array.isArray(policies)) checkPolicies(name, policies);
}

const actions = ['Create', 'Update', 'Delete', 'LateInitialize'] as const;
const words: ReadonlySet<string> = new Set([...actions, 'Observe', '*']);

/** Throws where policies are no policies: an object may say anything. */
export function checkPolicies(name: string, policies: readonly string[]): void {
  const wrong = policies.find((one) => !words.has(one));
  if (wrong === undefined && policies.length > 0) return;
  throw new InvalidInputError(
    String(wrong),
    `the management policies of ${name} are ${JSON.stringify(policies)}: list some of ${[...words].join(', ')}`,
  );
}
