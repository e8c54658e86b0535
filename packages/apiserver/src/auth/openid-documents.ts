/**
 * What others need to believe our tokens: who issues them, and by which keys. Upstream: service account issuer discovery.
 */
import type { ApiRequest, PlainResponse } from '../request/api-request.ts';
import { notRepresentable } from '@reeve/registry';
import { parseMediaTypes } from '../negotiate/media-type.ts';
import type { PublicKey, SigningKeys } from './signing-key.ts';

const keysPath = '/openid/v1/jwks';
const cacheControl = 'public, max-age=3600';

/** The answer to a path of these documents, or undefined when it is none. */
export function openIdDocument(
  { path, headers }: Pick<ApiRequest, 'path' | 'headers'>,
  { issuer, keys, address }: { issuer: string; keys: SigningKeys; address: string },
): PlainResponse | undefined {
  if (path.replace(/\/$/, '') === keysPath)
    return documentOf('application/jwk-set+json', headers['accept'], () => ({ keys: keys.all.map(webKey) }));
  if (path.replace(/\/$/, '') !== '/.well-known/openid-configuration') return undefined;
  return documentOf('application/json', headers['accept'], () => ({
    issuer,
    jwks_uri: `https://${address}${keysPath}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.all.map(({ algorithm }) => algorithm))],
  }));
}

/** Each document has one type, and is refused to who takes only others. */
function documentOf(type: string, accept: string | undefined, make: () => object): PlainResponse {
  const wanted = parseMediaTypes(accept || '*/*').map((media) => media.type);
  if (!wanted.some((each) => each === type || each === '*/*')) throw notRepresentable([type]);
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': cacheControl },
    body: Buffer.from(JSON.stringify(make())),
  };
}

function webKey({ id, algorithm, key }: PublicKey): object {
  const { kty, ...parts } = key.export({ format: 'jwk' });
  return { use: 'sig', kty, kid: id, alg: algorithm, ...parts };
}
