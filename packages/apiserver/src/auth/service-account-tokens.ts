/**
 * Tokens of service accounts: given out for an account, perhaps bound to a pod, a secret or a node, and believed as long as all of those are there.
 * Upstream: kubernetes pkg/serviceaccount.
 */
import { isJsonArray, isJsonObject, type Host, type JsonObject } from '@reeve/machinery';
import type { ApiObject, Store, UserInfo } from '@reeve/registry';
import { serviceAccountUser } from './service-account-user.ts';
import type { SigningKeys } from './signing-key.ts';
import { claimsOf, isSigned, signToken } from './web-token.ts';

/** What a token is for. */
export interface TokenSubject {
  readonly account: ApiObject;
  readonly pod?: ApiObject | undefined;
  readonly secret?: ApiObject | undefined;
  /** The node of the pod, or the one that the token is bound to. It may be known by name only. */
  readonly node?: { readonly name: string; readonly uid?: string | undefined } | undefined;
}

/** Whose a token is, and for which of the audiences asked about; or what is wrong with it. */
export type TokenVerdict =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string | undefined };

/** Clocks differ; a token is not refused for less than this. */
const leewayMs = 60_000;

export class ServiceAccountTokens {
  readonly issuer: string;
  readonly #keys: SigningKeys;
  readonly #store: Store;
  readonly #host: Host;

  constructor(options: { issuer: string; keys: SigningKeys; store: Store; host: Host }) {
    this.issuer = options.issuer;
    this.#keys = options.keys;
    this.#store = options.store;
    this.#host = options.host;
  }

  issue(subject: TokenSubject, audiences: readonly string[], lifetimeSeconds: number): string {
    const { account, pod, secret, node } = subject;
    const { name = '', namespace = '', uid = '' } = account.metadata;
    const now = Math.floor(this.#host.clock.now() / 1000);
    return signToken(
      {
        aud: [...audiences],
        exp: now + lifetimeSeconds,
        iat: now,
        iss: this.issuer,
        jti: this.#host.uuid(),
        'kubernetes.io': {
          namespace,
          ...(node && { node: { name: node.name, ...(node.uid !== undefined && { uid: node.uid }) } }),
          ...(pod && { pod: referenceTo(pod) }),
          ...(secret && { secret: referenceTo(secret) }),
          serviceaccount: { name, uid },
        },
        nbf: now,
        sub: `system:serviceaccount:${namespace}:${name}`,
      },
      this.#keys,
    );
  }

  /** Judges a token. One that is not of ours has no problem of its own: somebody else may know it. */
  verify(token: string, wanted: readonly string[]): TokenVerdict {
    const claims = claimsOf(token);
    if (claims === undefined || claims['iss'] !== this.issuer) return { problem: undefined };
    if (!isSigned(token, this.#keys)) return { problem: 'go-jose/go-jose: error in cryptographic primitive' };
    const own = textsOf(claims['aud']);
    const audiences = own.filter((each) => wanted.includes(each));
    if (audiences.length === 0)
      return {
        problem: `token audiences ${printed(own)} is invalid for the target audiences ${printed(wanted)}`,
      };
    const problem = this.#timeProblem(claims) ?? this.#bindingProblem(claims);
    return problem === undefined ? { user: serviceAccountUser(claims), audiences } : { problem };
  }

  #timeProblem({ exp, nbf, iat }: JsonObject): string | undefined {
    const now = this.#host.clock.now();
    if (Number(nbf) * 1000 - leewayMs > now) return 'service account token is not valid yet';
    if (Number(exp) * 1000 + leewayMs < now) return 'service account token has expired';
    return Number(iat) * 1000 - leewayMs > now ? 'service account token is issued in the future' : undefined;
  }

  /** What the token was given out for must still be what it was. */
  #bindingProblem(claims: JsonObject): string | undefined {
    const { namespace, serviceaccount, secret, pod, node } = objectOf(claims['kubernetes.io']);
    const within = typeof namespace === 'string' ? namespace : '';
    const account = objectOf(serviceaccount);
    const found = this.#find('serviceaccounts', `${within}/${textOf(account['name'])}`);
    if (found === undefined) return `serviceaccounts ${JSON.stringify(textOf(account['name']))} not found`;
    if (found.metadata.uid !== account['uid'])
      return `service account UID (${found.metadata.uid}) does not match claim (${textOf(account['uid'])})`;
    return (
      this.#referenceProblem('secret', secret, `${within}/`) ??
      this.#referenceProblem('pod', pod, `${within}/`) ??
      (pod === undefined ? this.#referenceProblem('node', node, '') : undefined)
    );
  }

  #referenceProblem(kind: string, reference: unknown, prefix: string): string | undefined {
    if (reference === undefined) return undefined;
    const { name, uid } = objectOf(reference);
    const found = this.#find(`${kind}s`, `${prefix}${textOf(name)}`);
    if (found === undefined) return 'service account token has been invalidated';
    return found.metadata.uid === uid
      ? undefined
      : `${kind} UID (${found.metadata.uid}) does not match service account ${kind} ref claim (${textOf(uid)})`;
  }

  /** An object that went long enough ago, and only waits for its finalizers, counts as gone. */
  #find(table: string, key: string): ApiObject | undefined {
    const object = this.#store.table(table).get(key)?.object;
    const { deletionTimestamp } = object?.metadata ?? {};
    const isGone = deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < this.#host.clock.now() - leewayMs;
    return isGone ? undefined : object;
  }
}

const referenceTo = ({ metadata: { name = '', uid = '' } }: ApiObject) => ({ name, uid });
const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? (value as JsonObject) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  isJsonArray(value) ? value.filter((each) => typeof each === 'string') : typeof value === 'string' ? [value] : [];

/** A list of texts as Go prints it. */
const printed = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
