/**
 * A request whose sender is known, as the engine gets it. A class, so that all requests have one shape; its signal is made when somebody asks for it.
 */
import type { UserInfo } from '../auth/user-info.ts';
import type { ApiRequest } from './api-request.ts';
import type { Presence } from './presence.ts';
import type { RequestInfo } from './request-info.ts';

export class KnownRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
  readonly headers: ApiRequest['headers'];
  readonly body: Uint8Array;
  readonly user: UserInfo;
  readonly staleBy: number;
  readonly #presence: Presence;

  constructor(fields: Omit<ApiRequest, 'signal'> & { readonly staleBy: number }, presence: Presence) {
    this.method = fields.method;
    this.path = fields.path;
    this.query = fields.query;
    this.info = fields.info;
    this.headers = fields.headers;
    this.body = fields.body;
    this.user = fields.user;
    this.staleBy = fields.staleBy;
    this.#presence = presence;
  }

  get signal(): AbortSignal {
    return this.#presence.signal;
  }
}
