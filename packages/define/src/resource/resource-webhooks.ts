/**
 * The functions of a definition that API servers call by webhooks: defaults, validation, and conversions between versions. They are carried by the definition, and a webhook server
 * calls them.
 */
import type {
  AdmissionFunctions,
  ConversionFunctions,
  DeepReadonly,
  ObjectMeta,
  ResourceWebhooks,
} from '@reeve/machinery';
import type { Problems } from '../problem/definition-problem.ts';
import type { InputObjectOf, ObjectOf } from './object-types.ts';
import type { VersionOptions } from './resource-options.ts';

/** Defaults and validation of a resource, in the version that objects are stored in. */
export type AdmissionOptions<O extends VersionOptions> = AdmissionFunctions<ObjectOf<O>>;

/** What a conversion returns: all but the type, and the metadata only where it changes. */
export type ConvertedOf<O extends VersionOptions> = DeepReadonly<
  Omit<InputObjectOf<O>, 'metadata'> & { metadata?: ObjectMeta }
>;

/** The conversions of a version to the hub and from it. The hub itself has none. */
export type ConversionOptions<O extends VersionOptions, Hub extends VersionOptions> = Partial<
  ConversionFunctions<ObjectOf<O>, ObjectOf<Hub>, ConvertedOf<O>, ConvertedOf<Hub>>
>;

/** The webhooks in options; undefined where there are none. What does not fit together is a problem. */
export function webhooksOf(
  options: AdmissionFunctions & { readonly hub?: string },
  versions: Readonly<Record<string, Partial<ConversionFunctions>>>,
  storage: string,
  problems: Problems,
): ResourceWebhooks | undefined {
  const { default: change, validate, hub = storage } = options;
  const converting = Object.entries(versions).filter(([, one]) => one.from !== undefined || one.to !== undefined);
  if (change === undefined && validate === undefined && converting.length === 0) return undefined;
  if (versions[hub] === undefined)
    problems.add('hub', `there is no version ${hub}`, `name one of ${Object.keys(versions).join(', ')}`);
  if (converting.length > 0) {
    for (const [name, one] of Object.entries(versions)) checkConversion(name, one, hub, problems);
  }
  const conversions = Object.fromEntries(converting.map(([name, one]) => [name, one as ConversionFunctions]));
  return Object.freeze({
    hub,
    conversions,
    ...(change && { default: change }),
    ...(validate && { validate }),
  });
}

function checkConversion(
  name: string,
  { from, to }: Partial<ConversionFunctions>,
  hub: string,
  problems: Problems,
): void {
  const isHub = name === hub;
  if (isHub && (from !== undefined || to !== undefined))
    problems.add(
      `versions.${name}`,
      'it is the hub, and has from or to',
      'remove them, or name another version with hub',
    );
  if (!isHub && (from === undefined || to === undefined))
    problems.add(
      `versions.${name}`,
      `it needs from and to, as other versions convert through ${hub}`,
      `write from(hub) and to(object)`,
    );
}
