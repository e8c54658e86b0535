/** Plugins switched on and off, through the option of the server and through the flags of its command. */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';

const pods = '/api/v1/namespaces/default/pods';
const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'b:1' }] } };

interface Answer {
  readonly spec?: { readonly containers: readonly { readonly imagePullPolicy: string }[] };
}

async function ask(
  server: ApiServer,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Answer }> {
  const response = await server.transport.request({
    method,
    path,
    headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return { status: response.status, body: JSON.parse(Buffer.concat(chunks).toString()) as Answer };
}

describe('admission plugins', () => {
  test('are those of the profile, and each can be enabled and disabled by its name · A11 flags', async () => {
    await using plain = await ApiServer.start();
    const usual = await ask(plain, 'POST', pods, pod);
    expect(usual.body.spec).toMatchObject({ priority: 0, tolerations: [{ tolerationSeconds: 300 }, {}] });
    expect(usual.body.spec?.containers[0]?.imagePullPolicy).toBe('IfNotPresent');

    const disable = ['DefaultTolerationSeconds', 'NamespaceLifecycle', 'Priority', 'PodSecurity'];
    await using other = await ApiServer.start({ admissionPlugins: { enable: ['AlwaysPullImages'], disable } });
    const changed = await ask(other, 'POST', '/api/v1/namespaces/nowhere/pods', pod);
    expect(changed.status).toBe(201); // nobody asks for the namespace
    expect(changed.body.spec?.containers[0]?.imagePullPolicy).toBe('Always');
    expect(changed.body.spec).not.toHaveProperty('tolerations');
    expect(changed.body.spec).not.toHaveProperty('priority');
    const label = { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } };
    await ask(other, 'PATCH', '/api/v1/namespaces/default', label);
    expect((await ask(other, 'POST', pods, pod)).status).toBe(201);
  });

  test('that nobody knows, that are not there, or that are both on and off stop the server · A11 flags', async () => {
    const start = (enable: string[], disable: string[] = []): Promise<ApiServer> =>
      ApiServer.start({ admissionPlugins: { enable, disable } });
    await expect(start(['Magic'])).rejects.toThrow('enable-admission-plugins plugin "Magic" is unknown');
    await expect(start([], ['Magic'])).rejects.toThrow('disable-admission-plugins plugin "Magic" is unknown');
    await expect(start(['Priority'], ['Priority'])).rejects.toThrow(
      '[Priority] in enable-admission-plugins and disable-admission-plugins overlapped',
    );
    await expect(start(['EventRateLimit'])).rejects.toThrow('is not there in the embedded server');
  });

  test('AlwaysDeny refuses every change, and DenyServiceExternalIPs addresses of others · A11 flags', async () => {
    await using server = await ApiServer.start({
      admissionPlugins: { enable: ['DenyServiceExternalIPs'] },
    });
    const service = { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'] } };
    const refused = await ask(server, 'POST', '/api/v1/namespaces/default/services', service);
    expect(refused.body).toMatchObject({
      code: 403,
      message: 'services "a" is forbidden: Use of external IPs is denied by admission control',
    });
    await using closed = await ApiServer.start({ admissionPlugins: { enable: ['AlwaysDeny'] } });
    expect((await ask(closed, 'POST', pods, pod)).body).toMatchObject({
      code: 403,
      message: 'pods "a" is forbidden: admission control is denying all modifications',
    });
  });
});
