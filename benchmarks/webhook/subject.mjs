/**
 * A server that answers admission reviews, in a process of its own: a bare one of `node:https` that parses and answers, or ours with a validating function. Says its port, and its CPU time when it
 * is told to end.
 */
import { createServer } from 'node:https';
import { fixedCertificates, selfSignedCertificate } from '@reeve/certificates';
import { defineKind } from '@reeve/machinery';
import { defineWebhook, Webhooks, WebhookServer } from '@reeve/webhook';

const subject = process.argv[2];
const now = Date.now();
const dates = { notBefore: now - 3_600_000, notAfter: now + 3_600_000 };
const pair = await selfSignedCertificate({ commonName: 'bench', use: 'server', names: ['127.0.0.1'], ...dates });

/** @returns {Promise<number>} */
async function bare() {
  const server = createServer(pair, (request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { apiVersion, kind, request: asked } = JSON.parse(Buffer.concat(chunks).toString());
      const body = JSON.stringify({
        apiVersion,
        kind,
        response: { uid: asked.uid, allowed: asked.object.metadata.name !== 'no' },
      });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** @returns {Promise<number>} */
async function ours() {
  const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
  const pods = defineWebhook({
    for: Pod,
    validate: { create: (pod, ctx) => (pod.metadata.name === 'no' ? ctx.deny('no') : undefined) },
    validatePath: '/validate',
  });
  const server = new WebhookServer({ port: 0, hostname: '127.0.0.1', certificates: fixedCertificates(pair) });
  for (const endpoint of new Webhooks([pods]).endpoints()) server.handler.register(endpoint);
  const { signal } = new AbortController();
  void server.run(signal);
  await server.ready(signal);
  return server.port;
}

const port = await (subject === 'bare' ? bare() : ours());
process.send?.({ port });
process.on('message', () => process.send?.({ cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000 }));
