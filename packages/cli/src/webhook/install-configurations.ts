/**
 * Brings what makes a server call webhooks onto it, and takes away what a version before had and this one has not.
 */
import type { Client } from '@reeve/client';
import { MutatingWebhookConfiguration } from '@reeve/kinds/admissionregistration/v1/mutating-webhook-configuration';
import { ValidatingWebhookConfiguration } from '@reeve/kinds/admissionregistration/v1/validating-webhook-configuration';
import { isNotFound } from '@reeve/machinery';
import type { AdmissionConfiguration } from '@reeve/webhook';

const kinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration] as const;

/** Applies the configurations. Those of the name that are not among them are deleted. */
export async function installConfigurations(
  configurations: readonly AdmissionConfiguration[],
  { client, name, signal }: { readonly client: Client; readonly name: string; readonly signal: AbortSignal },
): Promise<void> {
  for (const kind of kinds) {
    const wanted = configurations.find((one) => one.kind === kind.kind);
    if (wanted === undefined) await remove(client, kind, name, signal);
    else await client.apply(kind, wanted as never, { fieldManager: 'reeve', force: true, signal }); // what the webhooks make of themselves
  }
}

async function remove(client: Client, kind: (typeof kinds)[number], name: string, signal: AbortSignal): Promise<void> {
  try {
    await client.delete(kind, name, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
