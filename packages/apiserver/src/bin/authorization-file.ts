/**
 * The file of `--authorization-config`: an AuthorizationConfiguration with all authorizers in their order. Upstream: apiserver.config.k8s.io/v1.
 */
import { readFileSync } from 'node:fs';
import { InvalidInputError, parseDuration } from '@reeve/machinery';
import { fieldsAt, itemsAt, textAt, type Fields } from '@reeve/registry';
import { parse } from 'yaml';
import type { AuthorizerOptions } from '../authorization/authorizer-of.ts';
import type { WebhookAuthorizerOptions } from '../authorization/webhook-authorizer.ts';
import { remoteService } from './remote-service.ts';

const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);
const types = ['AlwaysAllow', 'AlwaysDeny', 'RBAC', 'Webhook'] as const;

/** The fields of a webhook; all others are refused. */
const webhookFields = [
  'authorizedTTL',
  'cacheAuthorizedRequests',
  'unauthorizedTTL',
  'cacheUnauthorizedRequests',
  'timeout',
  'subjectAccessReviewVersion',
  'matchConditionSubjectAccessReviewVersion',
  'failurePolicy',
  'connectionInfo',
  'matchConditions',
];

/** Reads the file; what is wrong with it is an error with the path of the field. */
export function readAuthorizationFile(file: string): readonly AuthorizerOptions[] {
  const config: unknown = parse(readFileSync(file, 'utf8'));
  const refuse = (field: string, problem: string): never => {
    throw new Error(`${file}: ${field}: ${problem}`);
  };
  if (!versions.includes(textAt(config, 'apiVersion'))) refuse('apiVersion', `must be one of ${versions.join(', ')}`);
  if (textAt(config, 'kind') !== 'AuthorizationConfiguration') refuse('kind', 'must be AuthorizationConfiguration');
  onlyFields(fieldsAt(config), ['apiVersion', 'kind', 'authorizers'], '', refuse);
  const authorizers = itemsAt(config, 'authorizers');
  if (authorizers.length === 0) refuse('authorizers', 'at least one authorization mode must be defined');
  return authorizers.map((authorizer, at) => readAuthorizer(authorizer, `authorizers[${at}]`, refuse));
}

type Refuse = (field: string, problem: string) => never;

function readAuthorizer(authorizer: Fields, field: string, refuse: Refuse): AuthorizerOptions {
  onlyFields(authorizer, ['type', 'name', 'webhook'], `${field}.`, refuse);
  const name = textAt(authorizer, 'name') || refuse(`${field}.name`, 'is required');
  const type =
    types.find((each) => each === textAt(authorizer, 'type')) ??
    refuse(`${field}.type`, `must be one of ${types.join(', ')}`);
  if (type !== 'Webhook') {
    if (authorizer['webhook'] !== undefined) refuse(`${field}.webhook`, 'may only be specified when type=Webhook');
    return { type, name };
  }
  if (authorizer['webhook'] === undefined) refuse(`${field}.webhook`, 'is required for type=Webhook');
  return { type, name, webhook: readWebhook(fieldsAt(authorizer, 'webhook'), `${field}.webhook`, refuse) };
}

function readWebhook(webhook: Fields, field: string, refuse: Refuse): WebhookAuthorizerOptions {
  onlyFields(webhook, webhookFields, `${field}.`, refuse);
  const version = choice(webhook, 'subjectAccessReviewVersion', ['v1', 'v1beta1'], field, refuse);
  const failurePolicy = choice(webhook, 'failurePolicy', ['NoOpinion', 'Deny'], field, refuse);
  const timeoutMs = duration(webhook, 'timeout', field, refuse) ?? refuse(`${field}.timeout`, 'is required');
  if (timeoutMs <= 0 || timeoutMs > 30_000) refuse(`${field}.timeout`, 'must be greater than 0s and at most 30s');
  const matchConditions = itemsAt(webhook, 'matchConditions').map((each) => ({
    expression: textAt(each, 'expression'),
  }));
  if (matchConditions.length > 0 && textAt(webhook, 'matchConditionSubjectAccessReviewVersion') !== 'v1')
    refuse(`${field}.matchConditionSubjectAccessReviewVersion`, 'must be v1 where there are matchConditions');
  if (matchConditions.length > 64) refuse(`${field}.matchConditions`, 'must have at most 64 items');
  if (textAt(webhook, 'connectionInfo', 'type') !== 'KubeConfigFile')
    refuse(`${field}.connectionInfo.type`, 'must be KubeConfigFile, as this server runs in no cluster');
  const kubeconfig = textAt(webhook, 'connectionInfo', 'kubeConfigFile');
  if (kubeconfig === '') refuse(`${field}.connectionInfo.kubeConfigFile`, 'is required');
  return {
    service: remoteService(kubeconfig),
    version,
    failurePolicy,
    timeoutMs,
    matchConditions,
    authorizedTtlMs:
      webhook['cacheAuthorizedRequests'] === false ? 0 : (duration(webhook, 'authorizedTTL', field, refuse) ?? 300_000),
    unauthorizedTtlMs:
      webhook['cacheUnauthorizedRequests'] === false
        ? 0
        : (duration(webhook, 'unauthorizedTTL', field, refuse) ?? 30_000),
  };
}

function choice<T extends string>(of: Fields, name: string, all: readonly T[], field: string, refuse: Refuse): T {
  const found = all.find((each) => each === textAt(of, name));
  return found ?? refuse(`${field}.${name}`, `is required and must be one of ${all.join(', ')}`);
}

function duration(of: Fields, name: string, field: string, refuse: Refuse): number | undefined {
  if (of[name] === undefined) return undefined;
  try {
    return parseDuration(textAt(of, name)).ms;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return refuse(`${field}.${name}`, 'must be a duration such as 5m or 30s');
  }
}

function onlyFields(of: Fields, known: readonly string[], prefix: string, refuse: Refuse): void {
  const unknown = Object.keys(of).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`${prefix}${unknown}`, 'is no field of an AuthorizationConfiguration');
}
