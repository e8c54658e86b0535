import { SeededRandom, VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ServiceAddresses } from '@reeve/builtins';
import { type ApiObject } from '@reeve/registry';
import { ask, type Answer } from '../server/talk.ts';

const services = '/api/v1/namespaces/default/services';

interface Spec {
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly healthCheckNodePort?: number;
  readonly ports?: readonly { readonly nodePort?: number }[];
}

const specOf = ({ body }: Answer): Spec => body['spec'] as Spec;
const nodePorts = (answer: Answer) => specOf(answer).ports?.map(({ nodePort }) => nodePort);
const causesOf = ({ body }: Answer) => body.details?.causes?.map(({ field, message }) => `${field}: ${message}`);

const service = (name: string, spec: object) => ({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
const holding = (...clusterIPs: string[]): ApiObject => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: {},
  spec: { clusterIPs },
});

describe('addresses for services', () => {
  test('come from the upper part of the range until that is full, and each only once · Y4', () => {
    const addresses = new ServiceAddresses(new SeededRandom(42), '10.0.0.0/27');
    const taken: ApiObject[] = [];
    for (let address = addresses.address(taken); address !== undefined; address = addresses.address(taken))
      taken.push(holding(address));
    const given = taken.map((each) => Number((each['spec'] as { clusterIPs: string[] }).clusterIPs[0]?.split('.')[3]));
    expect(given.slice(0, 15).every((last) => last >= 16)).toBe(true);
    expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_each, index) => index + 1));
  });

  test('are those of the range, without the network itself and the last one', () => {
    const addresses = new ServiceAddresses(new SeededRandom(1));
    const held = ['10.0.0.0', '10.0.0.1', '10.0.0.254', '10.0.0.255', '10.0.1.1', 'None'].map((each) =>
      addresses.holds(each),
    );
    expect(held).toEqual([false, true, true, false, false, false]);
  });
});

describe('a service', () => {
  const start = () => ApiServer.start({ host: new VirtualHost({ seed: 42 }) });
  const post = (server: ApiServer, name: string, spec: object) =>
    ask(server.transport, 'POST', services, service(name, spec));
  const change = (server: ApiServer, name: string, patch: object) =>
    ask(server.transport, 'PATCH', `${services}/${name}`, patch, { 'content-type': 'application/merge-patch+json' });

  test('gets an address, keeps it when it is replaced without one, and nobody else gets it · Y4', async () => {
    await using server = await start();
    const { clusterIP = '' } = specOf(await post(server, 'one', {}));
    expect(new ServiceAddresses(new SeededRandom(1)).holds(clusterIP)).toBe(true);
    const replaced = await ask(server.transport, 'PUT', `${services}/one`, service('one', {}));
    expect(specOf(replaced)).toMatchObject({ clusterIP, clusterIPs: [clusterIP] });
    expect(causesOf(await post(server, 'two', { clusterIP }))).toEqual([
      `spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: provided IP is already allocated`,
    ]);
  });

  test('is refused an address of another range', async () => {
    await using server = await start();
    expect(causesOf(await post(server, 'one', { clusterIP: '1.2.3.4' }))).toEqual([
      'spec.clusterIPs: Invalid value: ["1.2.3.4"]: failed to allocate IP 1.2.3.4: the provided IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
    ]);
  });

  test('without a head, or for a name elsewhere, has no address · Y4', async () => {
    await using server = await start();
    expect(specOf(await post(server, 'one', { clusterIP: 'None' })).clusterIPs).toEqual(['None']);
    expect(
      specOf(await post(server, 'two', { type: 'ExternalName', externalName: 'example.com' })).clusterIP,
    ).toBeUndefined();
  });

  test('gets node ports, the same one for two protocols of a port · Y4', async () => {
    await using server = await start();
    const ports = [
      { name: 'a', port: 53 },
      { name: 'b', port: 53, protocol: 'UDP' },
      { name: 'c', port: 80 },
    ];
    const [tcp, udp, web] = nodePorts(await post(server, 'one', { type: 'NodePort', ports })) ?? [];
    expect(tcp).toBe(udp);
    expect(web).not.toBe(tcp);
    expect([tcp, web].every((port) => port !== undefined && port >= 30_000 && port <= 32_767)).toBe(true);
  });

  test('is refused node ports that others have, or that are none', async () => {
    await using server = await start();
    await post(server, 'one', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] });
    expect(causesOf(await post(server, 'two', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] }))).toEqual([
      'spec.ports[0].nodePort: Invalid value: 31000: provided port is already allocated',
    ]);
    expect(causesOf(await post(server, 'two', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }))).toEqual([
      'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ]);
  });

  test('gets a port for health checks when traffic stays on its node', async () => {
    await using server = await start();
    const made = specOf(await post(server, 'one', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }));
    expect(made.healthCheckNodePort).toBeGreaterThan(29_999);
    expect(made.ports?.[0]?.nodePort).not.toBe(made.healthCheckNodePort);
  });

  test('gives up and gets what belongs to its type when the type changes · Y4', async () => {
    await using server = await start();
    const { clusterIP } = specOf(await post(server, 'one', { type: 'NodePort' }));
    const plain = await change(server, 'one', { spec: { type: 'ClusterIP' } });
    expect(specOf(plain)).toMatchObject({ clusterIP, type: 'ClusterIP' });
    expect(specOf(plain)).not.toHaveProperty('externalTrafficPolicy');
    expect(nodePorts(plain)).toEqual([undefined]);
    const elsewhere = await change(server, 'one', { spec: { type: 'ExternalName', externalName: 'a.example.com' } });
    expect(Object.keys(specOf(elsewhere)).toSorted()).toEqual(['externalName', 'ports', 'sessionAffinity', 'type']);
    const back = await change(server, 'one', { spec: { type: 'NodePort', externalName: null } });
    expect(nodePorts(back)?.[0]).toBeGreaterThan(29_999);
    expect(specOf(back).clusterIP).toMatch(/^10\.0\.0\./u);
  });

  test('that is only tried sees a placeholder · X6', async () => {
    await using server = await start();
    const tried = await ask(server.transport, 'POST', `${services}?dryRun=All`, service('one', {}));
    expect(specOf(tried).clusterIP).toBe('10.0.0.0');
  });
});
