/**
 * Puts the authorities of webhooks where API servers look for them: into configurations of admission, definitions that convert, and APIServices. Decides what to patch, and leaves the
 * patching to whoever has a client.
 * Upstream: cert-manager's cainjector.
 */
import { escapeJsonPointer } from '@reeve/machinery';
import type { DeepReadonly, JsonPatchOperation, KubeObject } from '@reeve/machinery';

type Object = DeepReadonly<KubeObject> & { readonly [field: string]: unknown };
type ClientConfigs = readonly { readonly path: string; readonly name?: string; readonly caBundle?: string }[];

/** The patch that makes an object trust these authorities; empty when it does. What else is in the object stays as it is. */
export function bundlePatch(object: DeepReadonly<KubeObject>, bundle: string): readonly JsonPatchOperation[] {
  const value = Buffer.from(bundle).toString('base64');
  return configsIn(object as Object)
    .filter(({ caBundle }) => caBundle !== value)
    .flatMap(({ path, name }): JsonPatchOperation[] => [
      ...(name === undefined
        ? []
        : [{ op: 'test' as const, path: `${path.replace(/\/clientConfig$/, '')}/name`, value: name }]),
      { op: 'add', path: `${path}/${escapeJsonPointer('caBundle')}`, value },
    ]);
}

/** Where an object has authorities. */
function configsIn(object: Object): ClientConfigs {
  const { kind } = object;
  if (kind === 'APIService') {
    const { caBundle } = (object['spec'] ?? {}) as { readonly caBundle?: string };
    return [{ path: '/spec', ...(caBundle !== undefined && { caBundle }) }];
  }
  if (kind === 'CustomResourceDefinition') {
    const { conversion } = object['spec'] as { readonly conversion?: Conversion };
    const config = conversion?.strategy === 'Webhook' ? conversion.webhook?.clientConfig : undefined;
    return config === undefined ? [] : [{ ...config, path: '/spec/conversion/webhook/clientConfig' }];
  }
  const webhooks = (object['webhooks'] ?? []) as readonly {
    readonly name: string;
    readonly clientConfig: { readonly caBundle?: string };
  }[];
  return webhooks.map(({ name, clientConfig: { caBundle } }, index) => ({
    path: `/webhooks/${index}/clientConfig`,
    name,
    ...(caBundle !== undefined && { caBundle }),
  }));
}

interface Conversion {
  readonly strategy: string;
  readonly webhook?: { readonly clientConfig?: { readonly caBundle?: string } };
}
