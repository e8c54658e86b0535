/**
 * All webhooks of a program, found in what it declares: those of its resources, those for kinds of others, reviews of tokens and of access.
 * Upstream: controller-runtime builder, which registers them one by one.
 */
import { InvalidInputError, isJsonObject } from '@reeve/machinery';
import type { AnyKind, ResourceWebhooks } from '@reeve/machinery';
import { admissionEndpoint } from '../admission/admission-endpoint.ts';
import { defaulting } from '../admission/defaulting.ts';
import { validating } from '../admission/validating.ts';
import { authorizerEndpoint } from '../authorization/authorizer.ts';
import type { AuthorizerDefinition } from '../authorization/authorizer.ts';
import { tokenReviewEndpoint } from '../authentication/token-review.ts';
import type { TokenReviewDefinition } from '../authentication/token-review.ts';
import { conversionEndpoint } from '../conversion/conversion-endpoint.ts';
import type { ConvertedKind } from '../conversion/converter.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { changes, defineWebhook, judges } from './define-webhook.ts';
import type { WebhookDefinition } from './define-webhook.ts';

/** A defined resource, as far as webhooks look at it: what `defineResource` gives. */
export interface ResourceWithWebhooks extends AnyKind {
  readonly crd: { readonly spec: { readonly versions: readonly { readonly name: string }[] } };
  readonly webhooks?: ResourceWebhooks;
}

/** What may declare a webhook. */
export type WebhookDeclaration =
  | WebhookDefinition
  | TokenReviewDefinition
  | AuthorizerDefinition
  | ResourceWithWebhooks;

/** The webhooks of a program. */
export class Webhooks {
  readonly admission: readonly WebhookDefinition[];
  readonly conversions: readonly ConvertedKind[];
  readonly tokenReviews: readonly TokenReviewDefinition[];
  readonly authorizers: readonly AuthorizerDefinition[];

  /** Takes declarations; resources without webhooks are passed over. Two that would have one path are an `InvalidInputError`. */
  constructor(declarations: readonly WebhookDeclaration[]) {
    const all = [...new Set(declarations)];
    const resources = [...new Map(all.filter(isResource).map((one) => [`${one.kind}.${one.group}`, one])).values()];
    this.admission = [...resources.flatMap(admissionOf), ...all.filter((one) => isOf(one, 'admission'))];
    this.conversions = resources.flatMap(conversionOf);
    this.tokenReviews = all.filter((one) => isOf(one, 'token review'));
    this.authorizers = all.filter((one) => isOf(one, 'authorizer'));
    const taken = new Set<string>();
    for (const { path } of this.endpoints()) {
      if (taken.has(path))
        throw new InvalidInputError(path, `two webhooks have the path ${path}: give one of them another name`);
      taken.add(path);
    }
  }

  /** True when there is nothing to serve. */
  get isEmpty(): boolean {
    return this.endpoints().length === 0;
  }

  /** What a server serves. */
  endpoints(): readonly Endpoint[] {
    return [
      ...this.admission.flatMap(endpointsOf),
      ...(this.conversions.length > 0 ? [conversionEndpoint(this.conversions)] : []),
      ...this.tokenReviews.map(tokenReviewEndpoint),
      ...this.authorizers.map(authorizerEndpoint),
    ];
  }
}

function endpointsOf(definition: WebhookDefinition): readonly Endpoint[] {
  const { for: kind, mutatePath, validatePath, removesUnknownFields = false } = definition;
  const { conform } = kind as { readonly conform?: (object: object) => { readonly object: object } };
  const change = definition.default;
  const mutate =
    definition.mutate ??
    (change &&
      defaulting(kind, (draft, context) => change(draft, context), removesUnknownFields && conform ? { conform } : {}));
  const review = definition.review ?? (definition.validate && validating(kind, definition.validate));
  return [
    ...(mutate ? [admissionEndpoint({ path: mutatePath, purpose: 'defaulting', handle: mutate })] : []),
    ...(review ? [admissionEndpoint({ path: validatePath, purpose: 'validation', handle: review })] : []),
  ];
}

function admissionOf(resource: ResourceWithWebhooks): readonly WebhookDefinition[] {
  const { webhooks } = resource;
  if (webhooks === undefined || (!changes(webhooks) && !judges(webhooks))) return [];
  const { default: change, validate } = webhooks;
  return [defineWebhook({ for: resource, ...(change && { default: change }), ...(validate && { validate }) })];
}

function conversionOf({ group, kind, crd, webhooks }: ResourceWithWebhooks): readonly ConvertedKind[] {
  if (webhooks === undefined || Object.keys(webhooks.conversions).length === 0) return [];
  const { hub, conversions } = webhooks;
  return [{ group, kind, versions: crd.spec.versions.map(({ name }) => name), hub, conversions }];
}

const isResource = (one: WebhookDeclaration): one is ResourceWithWebhooks => 'crd' in one && isJsonObject(one.crd);

const isOf = <W extends string>(
  one: WebhookDeclaration,
  webhook: W,
): one is Extract<WebhookDeclaration, { readonly webhook: W }> => 'webhook' in one && one.webhook === webhook;

/** Whether a value is something that declares a webhook; two copies of a package must not hide it. */
export function isWebhookDeclaration(value: unknown): value is WebhookDeclaration {
  if (typeof value !== 'object' || value === null) return false;
  const { webhook, webhooks } = value as { readonly webhook?: unknown; readonly webhooks?: unknown };
  return webhook === 'admission' || webhook === 'token review' || webhook === 'authorizer' || isJsonObject(webhooks);
}
