/** Reviews as API servers send them, and a handler that answers them. */
import type { AdmissionRequest, Logger } from '@reeve/machinery';
import { nodeHost } from '@reeve/machinery';
import { admissionEndpoint, ReviewHandler } from '@reeve/webhook';
import type { AdmissionHandler, Endpoint, ReviewHandlerOptions, WebhookAnswer } from '@reeve/webhook';

/** A request to create a Website; fields may be replaced. */
export const requestOf = (fields: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  uid: 'b955fb34-0135-4e78-908e-eeb2f874933f',
  kind: { group: 'web.example.com', version: 'v1', kind: 'Website' },
  resource: { group: 'web.example.com', version: 'v1', resource: 'websites' },
  name: 'blog',
  namespace: 'default',
  operation: 'CREATE',
  userInfo: { username: 'anna', uid: '17', groups: ['editors', 'system:authenticated'] },
  object: {
    apiVersion: 'web.example.com/v1',
    kind: 'Website',
    metadata: { name: 'blog', namespace: 'default' },
    spec: { replicas: 1 },
  } as never,
  oldObject: null,
  dryRun: false,
  ...fields,
});

export const reviewOf = (request: unknown, apiVersion = 'admission.k8s.io/v1'): object => ({
  kind: 'AdmissionReview',
  apiVersion,
  request,
});

/** How a body is sent. */
export interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly contentType?: string | undefined;
  readonly contentLength?: number;
  readonly query?: string;
  readonly signal?: AbortSignal;
}

/** Sends a body to a handler, as the server does. */
export function send(handler: ReviewHandler, body: unknown, sent: Sent = {}): Promise<WebhookAnswer> {
  return handler.answer({
    method: 'POST',
    path: '/test',
    query: '',
    contentType: 'application/json',
    contentLength: undefined,
    signal: new AbortController().signal,
    body: isStream(body) ? body : chunksOf(typeof body === 'string' ? body : JSON.stringify(body)),
    ...sent,
  });
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const middle = Math.floor(bytes.length / 2);
  for (const part of [bytes.subarray(0, middle), bytes.subarray(middle)]) if (part.length > 0) yield part;
}

/** A handler that serves one endpoint at `/test`. */
export function handlerOf(endpoint: Endpoint, options: Partial<ReviewHandlerOptions> = {}): ReviewHandler {
  const handler = new ReviewHandler({ host: nodeHost(), ...options });
  handler.register({ ...endpoint, path: '/test' });
  return handler;
}

/** The response of an admission handler to a request. */
export async function respond(
  handle: AdmissionHandler,
  request: unknown = requestOf(),
  purpose: 'defaulting' | 'validation' = 'validation',
): Promise<Record<string, unknown> & { status: { code?: number; message?: string; reason?: string } }> {
  const handler = handlerOf(admissionEndpoint({ path: '/test', purpose, handle }));
  const { body } = await send(handler, reviewOf(request));
  return JSON.parse(body).response;
}

/** The operations of an encoded patch. */
export const patchIn = (response: Record<string, unknown>): unknown =>
  typeof response['patch'] === 'string' ? JSON.parse(Buffer.from(response['patch'], 'base64').toString()) : undefined;

/** A log that notes its lines. */
export class NotedLog implements Logger {
  readonly lines: (readonly [string, Readonly<Record<string, unknown>>])[];
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(lines: NotedLog['lines'] = [], fields: Readonly<Record<string, unknown>> = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  debug = (message: string, fields = {}): void => this.#note(message, fields);
  info = (message: string, fields = {}): void => this.#note(message, fields);
  warn = (message: string, fields = {}): void => this.#note(message, fields);
  error = (message: string, fields = {}): void => this.#note(message, fields);

  with(fields: Readonly<Record<string, unknown>>): Logger {
    return new NotedLog(this.lines, { ...this.#fields, ...fields });
  }

  #note(message: string, fields: Readonly<Record<string, unknown>>): void {
    this.lines.push([message, { ...this.#fields, ...fields }]);
  }
}
