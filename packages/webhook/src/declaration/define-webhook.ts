/**
 * A webhook for a kind that somebody else defines, as data: what it is for, when the server calls it, and what it does.
 * Upstream: controller-runtime builder.WebhookManagedBy; controller-tools' webhook markers.
 */
import { InvalidInputError, refuseUnknownOptions } from '@reeve/machinery';
import type { AdmissionFunctions, AdmissionOperation, AnyKind, KindObject, LabelSelector } from '@reeve/machinery';
import type { AdmissionHandler } from '../admission/admission-answer.ts';
import { admissionPath } from '../admission/admission-endpoint.ts';

/** When the server calls a webhook. */
export interface WebhookConditions {
  /** CREATE and UPDATE unless given, with DELETE where there is a function for it. */
  readonly operations?: readonly AdmissionOperation[];
  /** Subresources such as `scale` besides the object, or alone with `onlySubresources`. */
  readonly subresources?: readonly string[];
  readonly onlySubresources?: boolean;
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  /** What the server does when the webhook does not answer; `Fail` unless given. */
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly matchPolicy?: 'Exact' | 'Equivalent';
  /** `None` unless given. `NoneOnDryRun` says that the functions have effects outside the object, and look at `ctx.dryRun`. */
  readonly sideEffects?: 'None' | 'NoneOnDryRun';
  /** How long the server waits; 10 unless given, 1 to 30. */
  readonly timeoutSeconds?: number;
  /** Whether defaulting runs again when another webhook has changed the object after it; `Never` unless given. */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
}

/** What is written to define a webhook. */
export interface WebhookOptions<K extends AnyKind> extends WebhookConditions, AdmissionFunctions<KindObject<K>> {
  readonly for: K;
  /** Tells it from others for the same kind: part of its path and of its name on the server. */
  readonly name?: string;
  /** Removes the fields that the kind's schema does not know when it defaults; they are kept unless given. For kinds of `defineResource`. */
  readonly removesUnknownFields?: boolean;
  /** Answers requests as they come, in place of `default`. */
  readonly mutate?: AdmissionHandler;
  /** Answers requests as they come, in place of `validate`. */
  readonly review?: AdmissionHandler;
  /** The path of defaulting; such as `/mutate-apps-v1-deployment` unless given. */
  readonly mutatePath?: string;
  readonly validatePath?: string;
}

/** A webhook as data. */
export interface WebhookDefinition<K extends AnyKind = AnyKind> extends WebhookOptions<K> {
  readonly webhook: 'admission';
  readonly name: string;
  readonly mutatePath: string;
  readonly validatePath: string;
}

/** Defines a webhook. What cannot be right is an `InvalidInputError`. */
export function defineWebhook<const K extends AnyKind>(options: WebhookOptions<K>): WebhookDefinition<K> {
  const { for: kind, name = '' } = options;
  if (kind?.kind === undefined)
    throw new InvalidInputError('for', 'a webhook is for a kind: defineWebhook({ for: Deployment, … })');
  refuseUnknownOptions('a webhook', options, knownOptions);
  const what = `the webhook for ${kind.kind}`;
  if (!changes(options) && !judges(options))
    throw new InvalidInputError('validate', `${what} does nothing: give it default, validate, mutate or review`);
  if (options.default !== undefined && options.mutate !== undefined)
    throw new InvalidInputError('mutate', `${what} has default and mutate: give it one of them`);
  if (options.validate !== undefined && options.review !== undefined)
    throw new InvalidInputError('review', `${what} has validate and review: give it one of them`);
  if (options.removesUnknownFields === true && !('conform' in kind))
    throw new InvalidInputError(
      'removesUnknownFields',
      `${what} cannot remove unknown fields: the schema of ${kind.kind} is not known here, as it is of kinds of defineResource`,
    );
  const { timeoutSeconds = 10 } = options;
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > 30)
    throw new InvalidInputError('timeoutSeconds', `${what} waits ${timeoutSeconds} seconds: a server takes 1 to 30`);
  if (name !== '' && !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name))
    throw new InvalidInputError(
      name,
      `${what} is called ${name}: write a name of lower-case letters, digits and hyphens`,
    );
  const suffix = name === '' ? '' : `-${name}`;
  return Object.freeze({
    ...options,
    webhook: 'admission',
    name,
    mutatePath: checkedPath(options.mutatePath, what) ?? `${admissionPath('mutate', kind)}${suffix}`,
    validatePath: checkedPath(options.validatePath, what) ?? `${admissionPath('validate', kind)}${suffix}`,
  });
}

/** Whether a webhook may change what it sees. */
export const changes = ({ default: fn, mutate }: { readonly default?: unknown; readonly mutate?: unknown }): boolean =>
  fn !== undefined || mutate !== undefined;

/** Whether a webhook judges what it sees. */
export const judges = ({ validate, review }: { readonly validate?: unknown; readonly review?: unknown }): boolean =>
  validate !== undefined || review !== undefined;

/** As controller-runtime takes paths. */
function checkedPath(path: string | undefined, what: string): string | undefined {
  if (path === undefined || /^(\/[A-Za-z0-9-._~]+)+$/.test(path)) return path;
  throw new InvalidInputError(path, `${what} has the path ${path}: write one such as /validate-pods`);
}

/** The compiler sees to it that all are here. */
const knownOptions: Readonly<Record<keyof WebhookOptions<AnyKind>, true>> = {
  for: true,
  name: true,
  default: true,
  validate: true,
  mutate: true,
  review: true,
  removesUnknownFields: true,
  operations: true,
  subresources: true,
  onlySubresources: true,
  matchConditions: true,
  namespaceSelector: true,
  objectSelector: true,
  failurePolicy: true,
  matchPolicy: true,
  sideEffects: true,
  timeoutSeconds: true,
  reinvocationPolicy: true,
  mutatePath: true,
  validatePath: true,
};
