/**
 * The way to the Secret of certificates over a client.
 */
import type { Client } from '@reeve/client';
import { defineKind, isNotFound } from '@reeve/machinery';
import type { CertificateSecret, SecretAccess } from '@reeve/webhook';

/** The kind of Secrets, as far as certificates need it. */
export const Secret = defineKind<CertificateSecret, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
});

/** Reads and writes the Secret. */
export function secretAccess(
  client: Client,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): SecretAccess {
  const key = `${namespace}/${name}`;
  return {
    async read(signal) {
      try {
        return await client.get(Secret, key, { signal });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    create: async (secret, signal) => await client.create(Secret, secret, { signal }),
    update: async (secret, signal) => await client.update(Secret, secret, { signal }),
  };
}
