/**
 * Reviews behind somebody else's server: a function from a `Request` to a `Response`, as Hono, Deno, Bun and, through an adapter, fastify take it.
 * Upstream: controller-runtime admission.StandaloneWebhook.
 */
import type { ReviewHandler } from './review-handler.ts';

/** Answers requests of the Fetch standard with what a handler answers. `path` takes the place of the request's where it is mounted below another. */
export function fetchHandler(
  handler: ReviewHandler,
  options: { readonly path?: (url: URL) => string } = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const length = request.headers.get('content-length');
    const { status, contentType, body } = await handler.answer({
      method: request.method,
      path: options.path?.(url) ?? url.pathname,
      query: url.search.slice(1),
      contentType: request.headers.get('content-type') ?? undefined,
      contentLength: length === null ? undefined : Number(length),
      body: request.body ?? empty,
      signal: request.signal,
    });
    return new Response(body, { status, headers: { 'content-type': contentType } });
  };
}

const empty: AsyncIterable<Uint8Array> = {
  // eslint-disable-next-line no-empty-function
  async *[Symbol.asyncIterator]() {},
};
