/**
 * What writes carry unless the call says otherwise: dry run, field manager, field validation. Reads pass untouched.
 * Upstream: controller-runtime NewDryRunClient, WithFieldOwner, WithFieldValidation.
 */
import { fieldManager as checked } from '@reeve/machinery';
import { isWrite, type ApiCall, type Layer } from '../verbs/api-call.ts';
import type { FieldValidation } from '../verbs/options.ts';

/** Every write is a dry run, whatever the call says. */
export const dryRunLayer: Layer = (call, next) =>
  next(isWrite(call) ? { ...call, options: { ...call.options, dryRun: true } } : call);

/** Writes own fields under this name. Deletes own nothing. */
export function fieldManagerLayer(manager: string): Layer {
  const fieldManager = checked(manager);
  return (call, next) =>
    next(ownsFields(call) ? { ...call, options: { fieldManager, ...withoutUndefined(call.options) } } : call);
}

/** Writes are checked this strictly for unknown fields. An apply always is strict. */
export const fieldValidationLayer =
  (fieldValidation: FieldValidation): Layer =>
  (call, next) =>
    next(
      ownsFields(call) && call.verb !== 'apply'
        ? { ...call, options: { fieldValidation, ...withoutUndefined(call.options) } }
        : call,
    );

const ownsFields = (call: ApiCall): boolean =>
  isWrite(call) && call.verb !== 'delete' && call.verb !== 'deleteCollection';

/** An option that is undefined counts as left out, so that the default stays. */
const withoutUndefined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
