/**
 * Subresources: status, scale, token, eviction, binding, approval.
 */
import { isNotFound, isStatus } from '@reeve/machinery';
import { mergePatch } from '@reeve/client';
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from '@reeve/kinds/core/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { CertificateSigningRequest } from '@reeve/kinds/certificates/v1';
import { expect } from 'vitest';
import { errorOf, type Case } from './client-case.ts';

const spec = { containers: [{ name: 'main', image: 'nginx' }] };
const deployment = (name: string, namespace: string) => ({
  metadata: { name, namespace },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec },
  },
});

export const subresourceCases: readonly Case[] = [
  {
    title: 'writes the status by update and patch and leaves the spec alone, cluster-scoped too · CR-88',
    needs: 'core',
    async run({ client, namespace }) {
      const ref = { name: 'with-status', namespace };
      const made = await client.create(Deployment, deployment(ref.name, namespace));
      const updated = await client.updateStatus(Deployment, {
        ...made,
        spec: { ...made.spec, replicas: 7 },
        status: { replicas: 1 },
      });
      expect(updated).toMatchObject({ kind: 'Deployment', spec: { replicas: 1 }, status: { replicas: 1 } });
      const patched = await client.patchStatus(
        Deployment,
        ref,
        mergePatch({ spec: { replicas: 9 }, status: { replicas: 2 } }),
      );
      expect(patched).toMatchObject({ kind: 'Deployment', spec: { replicas: 1 }, status: { replicas: 2 } });
      const kind = await client.kind('deployments.apps');
      const loose = await client.patchStatus(kind, ref, mergePatch({ status: { replicas: 3 } }));
      expect(loose).toMatchObject({ kind: 'Deployment', status: { replicas: 3 } });
      const partial = await client.metadata(Deployment).patchStatus(ref, mergePatch({ status: { replicas: 4 } }));
      expect(partial.kind).toBe('PartialObjectMetadata');
      expect((await client.get(Deployment, ref)).status?.replicas).toBe(4);
      const missing = { ...deployment('not-there', namespace), status: {} };
      expect(isNotFound(await errorOf(client.updateStatus(Deployment, missing)))).toBe(true);
      const space = await client.create(Namespace, { metadata: { name: 'status-cluster' } });
      const condition = {
        type: 'Seen',
        status: 'True' as const,
        lastTransitionTime: '2026-01-01T00:00:00Z',
        reason: 'x',
        message: '',
      };
      const marked = await client.patchStatus(Namespace, space, mergePatch({ status: { conditions: [condition] } }));
      expect(marked.status).toMatchObject({ conditions: [{ type: 'Seen' }] });
    },
  },
  {
    title: 'reads, updates and patches the scale, typed and unstructured · CR-87',
    needs: 'scale',
    async run({ client, namespace }) {
      const ref = { name: 'scaled', namespace };
      await client.create(Deployment, deployment(ref.name, namespace));
      const scale = client.subresource(Deployment, 'scale');
      const found = await scale.get(ref);
      expect(found).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } });
      expect((await scale.update(ref, { ...found, spec: { replicas: 3 } })).spec?.replicas).toBe(3);
      expect((await scale.patch(ref, mergePatch({ spec: { replicas: 4 } }))).spec?.replicas).toBe(4);
      const loose = client.subresource(await client.kind('deploy'), 'scale');
      await loose.update(ref, { metadata: {}, spec: { replicas: 5 } });
      expect((await client.get(Deployment, ref)).spec?.replicas).toBe(5);
    },
  },
  {
    title: 'asks for a token of a service account · CR-87',
    needs: 'tokens',
    async run({ client, namespace }) {
      const account = await client.create(ServiceAccount, { metadata: { name: 'robot', namespace } });
      const answer = await client
        .subresource(ServiceAccount, 'token')
        .create(account, { spec: { expirationSeconds: 3600 } });
      expect(answer).toMatchObject({ kind: 'TokenRequest', status: { token: expect.stringMatching(/^ey/) } });
    },
  },
  {
    title: 'evicts a pod · CR-87',
    needs: 'eviction',
    async run({ client, namespace }) {
      const pod = await client.create(Pod, { metadata: { name: 'evicted', namespace }, spec });
      expect(isStatus(await client.evict(Pod, pod, { gracePeriodSeconds: 0 }))).toBe(true);
      expect(isNotFound(await errorOf(client.get(Pod, pod)))).toBe(true);
    },
  },
  {
    title: 'binds a pod to a node · CR-87',
    needs: 'binding',
    async run({ client, namespace }) {
      await client.create(Node, { metadata: { name: 'case-node' } });
      const pod = await client.create(Pod, { metadata: { name: 'bound-to-node', namespace }, spec });
      await client.subresource(Pod, 'binding').create(pod, { target: { kind: 'Node', name: 'case-node' } });
      expect((await client.get(Pod, pod)).spec?.nodeName).toBe('case-node');
    },
  },
  {
    title: 'approves a signing request by update and by patch · CR-87',
    needs: 'approval',
    async run({ client }) {
      for (const how of ['update', 'patch'] as const) {
        const made = await client.create(CertificateSigningRequest, {
          metadata: { name: `approved-${how}` },
          spec: { request: signingRequest, signerName: 'example.com/signer', usages: ['client auth'] },
        });
        const conditions = [{ type: 'Approved', status: 'True', reason: 'Trusted', message: 'by a case' }];
        const approval = client.subresource(CertificateSigningRequest, 'approval');
        if (how === 'update') await approval.update(made, { ...made, status: { conditions } });
        else await approval.patch(made, mergePatch({ status: { conditions } }));
        expect((await client.get(CertificateSigningRequest, made)).status?.conditions).toMatchObject([
          { type: 'Approved' },
        ]);
      }
    },
  },
  {
    title: 'refuses a subresource that the kind does not have, before asking',
    needs: 'core',
    async run({ client, namespace }) {
      const loose = client.subresource(ConfigMap, 'status' as never);
      await expect(loose.get({ name: 'x', namespace })).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    },
  },
];

/** A request for a certificate of CN=robot, made once with openssl. */
const signingRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQ1ZUQ0NBVDBDQVFBd0VERU9NQXdHQTFVRUF3d0ZjbTlpYjNRd2dnRWlNQTBHQ1NxR1NJYjNEUUVCQVFVQQpBNElCRHdBd2dnRUtBb0lCQVFEb1FlNS8yQnpWeld3SmQ4d1JKdy82MTBIek5LTFVYN0VXOWErMVNybXo2TEpiCmJNWHJJVXBLcEl1WU5kS2w2YnBPU08zOUZEcFlsTmhZdzl1ODdHaVJFLzJaanV3SG12UWduS0N2ekgxSDd3ZlMKYzZGaENYL0dkWS9QNzRuZVhQQTdTUE5YNXNTZzFySW1CLzJkdGU1MmcxYmNTb29xaEpxVHhsamNjdFZzL2Y4cgpqK3d3RGZ4c1FlamFLY1BGQUtSWmxVaHdUUnZlaksram05R1ZZL0lqQWhmNEw1QmZnUjlHN2lnZUxPQlRHSVZkCndrU1pwMWNsS3ZGczhZSGczcjZPSVROME9DL1UrYUdrNHFZN0NSc2s1OGROUWdvbkJQQkh1dlpwWjZPalBNMjIKM3JXMjY3aFkwYkZNYldtc2prelFQTU51MkVZUXJOQ1pRZk1HSzFPTEFnTUJBQUdnQURBTkJna3Foa2lHOXcwQgpBUXNGQUFPQ0FRRUEyN090Z3g0bnMrMWVBTy9uSldsS25WSllXeDdyeXpFdnB6c3ZhNE9LeEg5cVdPdGorVFovCnZPUmVQWC9YT2R5ZnRhZnAzQVQ1NjdTR05lTllqOVFBN0FCRjcwMVhOUm9kdHM0MXU4WDFHekJxMVVOSDIxUkIKOVNzRDlBbjJZLy8xbTdpbEtQeHg5cUQ3QnNocVFQaEJnY0srbkNTL2llbk1ZVDJhZ1ZqckxDOTc2OGpSeDBKMQp0cCtTNlkvVEZQZzVBNmJLUXQyVCs2OFNUZXNZUnZBQS9PR1hNUXhYVGtlM2YvNW1mdWZCaEdnOVJ2c1dXeEhiCjVWK3Q3ZTlZNVFXd0ZSOUYwR0VxYzRPN3d0OG8wTCtHRmdmRTZMRkxKYUFTeFQvaUVpSnExUStyLzlLZ0dEdWMKTE9GNkVHS3lhcGhzUG54anpiQTNuamtVYm5wRTFwamlJQT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';
