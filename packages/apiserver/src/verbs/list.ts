/**
 * Reads a collection: consistent or from a revision, whole or in pages, selected by labels and fields.
 */
import { badRequest, expired, internalError, type StoredObject } from '@reeve/registry';
import { parseListOptions, parseResourceVersion, type ListOptions } from '../request/list-options.ts';
import type { Call } from './call.ts';
import { decodeContinue, encodeContinue } from './continue-token.ts';
import { presentFor, reached } from './freshness.ts';
import { selectionOf } from './selection.ts';

export interface Listed {
  readonly items: readonly StoredObject[];
  readonly resourceVersion: string;
  readonly continueToken: string | undefined;
  readonly remainingItemCount: number | undefined;
}

export async function list(call: Call): Promise<Listed> {
  const options = parseListOptions(call.request.query, false);
  const selection = selectionOf(call, options);
  const { revision, start } = await startOf(call, options);
  const table = call.context.store.table(call.resource.storage.table);
  const limit = ignoresLimit(options) ? 0 : options.limit;
  const { conversion } = call.resource.storage;
  const everything = { prefix: selection.prefix, start: start ?? selection.prefix, revision, matches: () => true };
  if (conversion !== undefined && !selection.isEverything)
    await conversion.bringIn(table.page({ ...everything, isFull: () => false }).items, true);
  const { items, next } = table.page({
    prefix: selection.prefix,
    start: start ?? selection.prefix,
    revision,
    isFull: (count) => limit > 0 && count >= limit,
    matches: selection.isEverything
      ? () => true
      : (stored) => selection.matches(call.resource.storage.fromStorage(stored.object)),
  });
  if (conversion !== undefined) await conversion.bringIn(items, true);
  return {
    items,
    resourceVersion: String(revision),
    continueToken: next === undefined ? undefined : encodeContinue({ revision, start: next }),
    remainingItemCount:
      next === undefined || !selection.isEverything
        ? undefined
        : table.countFrom({ prefix: selection.prefix, start: next, revision }),
  };
}

/** "0" takes any state and comes from the cache upstream, which knows no pages. */
const ignoresLimit = ({ resourceVersion }: ListOptions): boolean => resourceVersion === '0';

/** The revision to read at and the key to start from. */
async function startOf(call: Call, options: ListOptions): Promise<{ revision: number; start: string | undefined }> {
  const { context, resource, request } = call;
  if (options.continueToken !== '') return continued(call, options);
  const wanted = parseResourceVersion(options.resourceVersion);
  if (wanted === undefined || wanted === 0) return { revision: presentFor(call), start: undefined };
  await reached(context, wanted, request.signal);
  const isExact =
    options.resourceVersionMatch === 'Exact' || (options.resourceVersionMatch === '' && options.limit > 0);
  if (!isExact) return { revision: context.store.revision, start: undefined };
  if (wanted < context.store.table(resource.storage.table).log.oldestRead)
    throw expired('The resourceVersion for the provided list is too old.');
  return { revision: wanted, start: undefined };
}

function continued(
  { context, resource }: Call,
  { continueToken, resourceVersion }: ListOptions,
): { revision: number; start: string } {
  const token = decodeContinue(continueToken);
  if (resourceVersion !== '' && resourceVersion !== '0') throw expiredOrMixed();
  if (token.revision < 0) return { revision: context.store.revision, start: token.start };
  if (token.revision > context.store.revision)
    throw internalError('etcdserver: mvcc: required revision is a future revision');
  if (token.revision >= context.store.table(resource.storage.table).log.oldestRead) return token;
  throw expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    { continue: encodeContinue({ revision: -1, start: token.start }) },
  );
}

function expiredOrMixed() {
  return badRequest('specifying resource version is not allowed when using continue');
}
