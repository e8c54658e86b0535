/** A server to ask, embedded or real, through its transport. */
import type { Transport } from '@reeve/machinery';

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Asks a server. */
export async function ask(
  transport: Transport,
  method: string,
  path: string,
  body?: unknown,
  accept = 'application/json',
): Promise<Answer> {
  const request = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
  const headers = { accept, 'content-type': 'application/json' };
  const response = await transport.request({ method, path, headers, ...request });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return {
    status: response.status,
    body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
  };
}

/** Installs a definition and waits until its resource is served. */
export async function install(transport: Transport, crd: { metadata: { name: string } }): Promise<Answer> {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const created = await ask(transport, 'POST', definitions, crd);
  if (created.status !== 201) return created;
  const path = `${definitions}?watch=true&fieldSelector=metadata.name=${crd.metadata.name}`;
  const { body } = await transport.request({ method: 'GET', path, headers: { accept: 'application/json' } });
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    if (/"type":"Established","status":"True"|"status":"True"[^}]*"type":"Established"/u.test(text)) break;
  }
  return created;
}
