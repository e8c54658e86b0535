/**
 * Who a request comes from. Upstream: apiserver authentication/user.
 */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const anonymous: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
