/**
 * Requests to a server in memory, short to write: a status and a parsed body come back, or the events of a watch.
 */
import type { Transport, UnstructuredObject } from '@reeve/machinery';
import type { ApiServer } from '@reeve/apiserver';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  /** The body as JSON; an empty object when it is something else. */
  readonly body: Body;
}

/** A body as tests look at it. */
export interface Body extends UnstructuredObject {
  reason?: string;
  message?: string;
  code?: number;
  details?: { retryAfterSeconds?: number; causes?: { reason?: string; message?: string; field?: string }[] };
  items?: Body[];
  data?: Record<string, string>;
}

export interface Event {
  readonly type: string;
  readonly object: Body;
}

export async function ask(
  transport: Transport,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const response = await transport.request({
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    ...(bytes && { body: bytes }),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Reads events until there are enough, or the stream ends. */
export async function watch(
  transport: Transport,
  path: string,
  enough: (events: readonly Event[]) => boolean = () => false,
  signal?: AbortSignal,
): Promise<Event[]> {
  const response = await transport.request({ method: 'GET', path, ...(signal && { signal }) });
  const events: Event[] = [];
  let rest = '';
  for await (const chunk of response.body) {
    const lines = (rest + Buffer.from(chunk).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.map((line) => JSON.parse(line) as Event));
    if (enough(events)) break;
  }
  return events;
}

export const configMap = (name: string, data: Record<string, string> = {}, labels?: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(labels && { labels }) },
  data,
});

export const configMaps = '/api/v1/namespaces/default/configmaps';

export const create = (
  server: ApiServer,
  name: string,
  data?: Record<string, string>,
  labels?: Record<string, string>,
) => ask(server.transport, 'POST', configMaps, configMap(name, data, labels));

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { metadata: {} };
  }
}
