/**
 * A call as data: which verb on which object, with which options. Clients that are derived from others change calls on their way,
 * and interceptors see them; only the last step turns a call into a request.
 */
import type { AnyKind, ApiRequest } from '@reeve/machinery';
import { objectKey } from '@reeve/machinery';
import type { PatchType } from '../request/patch-type.ts';
import type { DeleteOptions, ListParameters, PatchOptions, WatchParameters } from './options.ts';

/** What can be done. `connect` is everything that answers with bytes: logs, proxies, exec. */
export type ApiVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'apply'
  | 'delete'
  | 'deleteCollection'
  | 'connect';

/** All the options there are. Each verb looks at its own. */
export type AnyOptions = Omit<ListParameters, 'resourceVersionMatch'> &
  Omit<WatchParameters, 'resourceVersionMatch'> &
  PatchOptions &
  DeleteOptions & { readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined };

/** One call. */
export interface ApiCall {
  readonly verb: ApiVerb;
  readonly kind: AnyKind;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
  /** The object, or the patch. */
  readonly body?: unknown;
  /** What kind of patch the body is. */
  readonly patchType?: PatchType | undefined;
  /** In what shape objects shall come back; whole unless given. `nothing` is for those who do not look: the answer is not parsed. */
  readonly shape?: 'metadata' | 'table' | 'nothing' | undefined;
  readonly options: AnyOptions;
  /** Headers besides the usual ones. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Query parameters besides those of the options. */
  readonly params?:
    | Readonly<Record<string, string | number | boolean | undefined | readonly (string | number)[]>>
    | undefined;
}

/** Goes on with a call. A watch comes back as a stream at once, everything else as a promise. */
export type Next = (call: ApiCall) => unknown;

/** Something between the caller and the server: changes the call, the result, or does without the server. */
export type Layer = (call: ApiCall, next: Next) => unknown;

/** True of calls that change something. */
export const isWrite = ({ verb }: ApiCall): boolean =>
  verb !== 'get' && verb !== 'list' && verb !== 'watch' && verb !== 'connect';

/** What messages say about a call. */
export const requestOf = ({ verb, kind, namespace, name, subresource }: ApiCall): ApiRequest => ({
  verb: verb === 'deleteCollection' ? 'delete' : verb,
  kind: subresource === undefined ? kind : `${kind.kind}/${subresource}`,
  ...(name && { key: objectKey(namespace, name) }),
});
