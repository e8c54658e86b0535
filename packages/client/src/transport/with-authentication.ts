/**
 * Shows who is calling, unless the request says so itself. When the server does not accept it (401), the credential is asked for a newer one, and if
 * there is one the request is sent once more: a 401 means that nothing has happened.
 * Upstream: client-go transport's bearer, basic and exec round trippers; they refresh as well, but let the request fail.
 */
import type { TransportRequest, TransportResponse } from '@reeve/machinery';
import type { Credential } from '../credentials/credential.ts';
import { discard } from './discard.ts';
import { withMissingHeaders, type TransportLayer } from './transport-layer.ts';

/** Adds the authorization that the credential holds. */
export const withAuthentication =
  (credential: Credential): TransportLayer =>
  (next) => ({
    async request(request): Promise<TransportResponse> {
      if (request.headers?.['authorization'] !== undefined) return next.request(request);
      const found = credential.authorization(request);
      const shown = found instanceof Promise ? await found : found;
      const response = await next.request(authorized(request, shown));
      if (response.status !== 401 || credential.refresh === undefined) return response;
      const fresh = await credential.refresh(shown, request).catch(async (error: unknown) => {
        await discard(response);
        throw error;
      });
      if (fresh === undefined) return response;
      await discard(response);
      return next.request(authorized(request, fresh));
    },
  });

const authorized = (request: TransportRequest, authorization: string | undefined): TransportRequest =>
  authorization === undefined ? request : withMissingHeaders(request, { authorization });
