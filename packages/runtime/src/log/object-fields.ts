/**
 * What of a value goes into a log: of an object of Kubernetes its kind, namespace and name only, of an error its message, code and causes, and nothing that opens a door.
 * Upstream: controller-runtime pkg/log/zap KubeAwareEncoder.
 */
import { isKubeObject, redact, redactSecrets } from '@reeve/machinery';
import type { KubeObject, ObjectReference } from '@reeve/machinery';
import type { LogFields } from './logger.ts';

const deepest = 6;
const longestList = 100;

/** Fields that can be logged. */
export const loggedFields = (fields: LogFields): Record<string, unknown> =>
  redactSecrets(namesAndValues(fields, 0)) as Record<string, unknown>; // the same shape

function logged(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return '[function]';
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Error) return errorFields(value, depth);
  if (isKubeObject(value)) return objectFields(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (depth >= deepest) return '[…]';
  if (saysItself(value)) return logged(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return value.slice(0, longestList).map((each) => logged(each, depth + 1));
  return namesAndValues(value, depth + 1);
}

/** A cause, for one, finds out what changed when it is told. */
const saysItself = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

function namesAndValues(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.map(([name, field]) => [name, logged(field, depth)]));
}

function objectFields({ apiVersion, kind, metadata }: KubeObject): ObjectReference {
  const { namespace, name } = metadata;
  return {
    ...(apiVersion && { apiVersion }),
    ...(kind && { kind }),
    ...(namespace && { namespace }),
    ...(name && { name }),
  };
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { readonly code?: unknown };
  return {
    type: error.name,
    message: redact(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: framesOf(error.stack) }),
    ...(error.cause !== undefined && depth < deepest && { cause: logged(error.cause, depth + 1) }),
  };
}

/** Where it happened, without the message, which has been told and may hold a secret. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .join('\n');
