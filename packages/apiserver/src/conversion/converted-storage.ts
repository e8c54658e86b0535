/**
 * Where the versions of a custom resource are converted by a webhook: the objects of a table as one version shows them. Conversions are brought in before they are
 * needed and kept with the stored object, so that whoever reads it in that version again, a watch for instance, has it at once.
 */
import { StatusError, type ApiObject, type StorageLocation, type StoredObject } from '@reeve/registry';
import { ConversionError, type Converter } from './webhook-converter.ts';

export interface ConvertedStorageOptions {
  /** Conversion without a webhook: what every version gets and gives after and before it. */
  readonly plain: StorageLocation;
  readonly served: string;
  readonly stored: string;
  readonly group: string;
  readonly plural: string;
  readonly converter: Converter;
  /** An object of its own version as that version's schema has it, with defaults. */
  complete(object: ApiObject): ApiObject;
  /** What came back, as the schema of its version has it. */
  prune(object: ApiObject): ApiObject;
}

export function convertedStorage(options: ConvertedStorageOptions): StorageLocation {
  const { plain, served, stored, converter, complete, prune } = options;
  const shown = new WeakMap<ApiObject, ApiObject>();
  const outgoing = new WeakMap<ApiObject, ApiObject>();
  const isUnknown = ({ object }: Pick<StoredObject, 'object'>) => object.apiVersion !== served && !shown.has(object);

  const bringIn = async (missing: readonly Pick<StoredObject, 'key' | 'object'>[], isList: boolean) => {
    const objects = missing.map(({ object }) => complete(object));
    let made: readonly ApiObject[];
    try {
      made = await converter.convert(objects, served);
    } catch (error) {
      throw error instanceof ConversionError && missing[0] ? unreadable(options, missing[0], error, isList) : error;
    }
    for (const [index, { object }] of missing.entries()) {
      const one = made[index];
      if (one !== undefined) shown.set(object, withVersionOf(object, prune(one)));
    }
  };

  return {
    table: plain.table,
    fromStorage: (object) => {
      if (object.apiVersion === served) return plain.fromStorage(object);
      const known = shown.get(object);
      if (known === undefined)
        throw new Error(`${options.plural} ${object.metadata.name} is read in ${served} before it is converted`);
      return known;
    },
    toStorage: (object) => {
      if (object.apiVersion === stored) return object;
      const known = outgoing.get(object);
      if (known === undefined)
        throw new Error(`${options.plural} ${object.metadata.name} is stored before it is converted`);
      return known;
    },
    conversion: {
      plain,
      bringIn: (objects, isList = false) => {
        const missing = objects.filter(isUnknown);
        return missing.length === 0 ? undefined : bringIn(missing, isList);
      },
      bringOut: async (object) => {
        if (object.apiVersion === stored || outgoing.has(object)) return;
        const [made] = await converted(converter, [object], stored);
        if (made !== undefined) outgoing.set(object, plain.toStorage(withVersionOf(object, made)));
      },
      between: async (object, apiVersion) => {
        if (object.apiVersion === apiVersion) return object;
        const [made] = await converted(converter, [object], apiVersion);
        return withVersionOf(object, made ?? object);
      },
    },
  };
}

/** Objects that a client sent, converted; a failure is told as it is. */
async function converted(
  converter: Converter,
  objects: readonly ApiObject[],
  apiVersion: string,
): Promise<readonly ApiObject[]> {
  try {
    return await converter.convert(objects, apiVersion);
  } catch (error) {
    if (error instanceof ConversionError) throw new StatusError(500, '', error.message, { hasDetails: false });
    throw error;
  }
}

function withVersionOf({ metadata: { resourceVersion } }: ApiObject, object: ApiObject): ApiObject {
  return resourceVersion === undefined ? object : { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/** The refusal of a read: one object, or a list with it. */
function unreadable(
  { group, plural }: ConvertedStorageOptions,
  { key, object }: Pick<StoredObject, 'key' | 'object'>,
  { message }: ConversionError,
  isList: boolean,
): StatusError {
  const path = `${isList ? '/registry' : ''}/${group}/${plural}/${key}`;
  const corrupt = `StorageError: corrupt object, Code: 7, Key: ${path}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${object.metadata.resourceVersion}: ${message}`;
  if (!isList)
    return new StatusError(500, 'InternalError', `Internal error occurred: ${corrupt}`, {
      causes: [{ message: corrupt }],
    });
  return new StatusError(
    500,
    'StorageReadError',
    `failed to read one or more ${plural}.${group} from the storage: ${corrupt}`,
    { name: 'list', group, kind: plural, causes: [{ reason: 'UnexpectedServerResponse', message: corrupt }] },
  );
}
