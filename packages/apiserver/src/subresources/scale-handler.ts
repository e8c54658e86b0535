/**
 * Reads and writes `/scale`: every way of writing an object works on its Scale, and what comes of it, managers included, goes back into the object.
 */
import { fieldPath } from '@reeve/machinery';
import {
  badRequest,
  internalError,
  notFound,
  plainStrategy,
  type ApiObject,
  type ObjectCodec,
  type ScalePaths,
  type ServedResource,
} from '@reeve/registry';
import { hasReplicas, scaleKind, scaleOf, withScale } from '@reeve/builtins';
import { parentManagers, scaleManagers, type ReplicasPaths } from '../managed-fields/scale-managers.ts';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import type { SubresourceHandler } from '../resource/subresource-view.ts';
import { objectResponse } from '../respond/respond.ts';
import { applied, readApply } from '../verbs/apply.ts';
import type { UpdateView } from '../verbs/admit.ts';
import { loadedObject, type Call } from '../verbs/call.ts';
import { isApply, readPatch } from '../verbs/patch.ts';
import { managerOf } from '../verbs/track.ts';
import { replace } from '../verbs/update.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';

export function scaleHandler(codec: ObjectCodec, paths: ScalePaths): SubresourceHandler {
  return async (call) => {
    const shown: Call = { ...call, resource: { ...call.resource, codec } };
    if (call.info.verb === 'get') return objectResponse(shown, 200, { object: await currentScale(call, paths) });
    const { change, isDryRun } = await readChange({ ...call, resource: scaleView(call.resource, codec) }, codec);
    let view: UpdateView | undefined;
    const rescale = (old: ApiObject): ApiObject => {
      view = rescaling(call, old, { paths, codec, change });
      return view.whole(view.object);
    };
    const object = await replace(call, call.info.name ?? '', rescale, {
      isDryRun,
      isTracked: false,
      view: () => view as UpdateView, // made when the change was
    });
    return objectResponse(shown, 200, { object: scaleOf(object, paths) });
  };
}

/** The Scale that a call is about. */
async function currentScale(call: Call, paths: ScalePaths): Promise<ApiObject> {
  const name = call.info.name ?? '';
  const object = await loadedObject(call, name);
  if (object === undefined) throw notFound(call.resource, name);
  if (paths.isDeclared && !hasReplicas(object, paths))
    throw internalError(`the spec replicas field ${JSON.stringify(`.${paths.specReplicas.join('.')}`)} does not exist`);
  return scaleOf(object, paths);
}

/** Makes a new Scale, with its managers, of the one that there is. */
type ScaleChange = (scale: ApiObject) => ApiObject;

/** The write in a request, as a function of the Scale. */
async function readChange(call: Call, codec: ObjectCodec): Promise<{ change: ScaleChange; isDryRun: boolean }> {
  const tracker = call.context.fields.forScale(codec);
  const tracked =
    (change: ScaleChange): ScaleChange =>
    (scale) =>
      tracker.update(scale, change(scale), managerOf(call));
  if (call.info.verb !== 'patch') {
    const { isDryRun } = parseWriteOptions(call.request.query, 'UpdateOptions');
    const { object } = await readBody(call.request, scaleKind(codec));
    checkNamespace(object, call.resource, call.info.namespace);
    if (!object.metadata.name) throw badRequest(nameless(call.info.name ?? ''));
    checkName(object, call.info.name ?? '');
    return { change: tracked(() => object), isDryRun };
  }
  if (isApply(call)) {
    const apply = await readApply(call);
    const change = (scale: ApiObject) => applied(call, call.info.name ?? '', { apply, tracker, old: scale });
    return { change, isDryRun: apply.isDryRun };
  }
  const { change, isDryRun } = readPatch(call);
  return { change: tracked(change), isDryRun };
}

const nameless = (name: string): string =>
  `the name of the object (${name} based on URL) was undeterminable: name must be provided`;

/** What the Scale of an object becomes, and the object with the replicas and the managers of a new Scale. */
function rescaling(
  call: Call,
  old: ApiObject,
  { paths, codec, change }: { paths: ScalePaths; codec: ObjectCodec; change: ScaleChange },
): UpdateView {
  const pathIn = replicasPaths(call, paths);
  const before = withEntries(scaleOf(old, paths), scaleManagers(old, pathIn));
  return {
    form: scaleView(call.resource, codec),
    old: before,
    object: inNamespace(change(before), call),
    show: (whole) => withEntries(scaleOf(whole, paths), undefined),
    whole: (scale) =>
      withEntries(withScale(old, scale, paths), parentManagers(old, scale, call.resource.apiVersion, pathIn)),
  };
}

/** A Scale in the namespace of the object, which a client may leave out. */
function inNamespace(scale: ApiObject, { info: { namespace } }: Call): ApiObject {
  return namespace === undefined ? scale : { ...scale, metadata: { ...scale.metadata, namespace } };
}

function withEntries(object: ApiObject, entries: ReturnType<typeof scaleManagers>): ApiObject {
  const { managedFields: _before, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(entries && { managedFields: entries }) } };
}

function replicasPaths({ resource, context }: Call, { specReplicas }: ScalePaths): ReplicasPaths {
  const { group, plural, isCustom } = resource;
  return (apiVersion) => {
    if (apiVersion === resource.apiVersion) return fieldPath(...specReplicas);
    if (!isCustom || !apiVersion.startsWith(`${group}/`)) return undefined;
    const other = context.registry.find(group, apiVersion.slice(group.length + 1), plural);
    return other && (other.scalePaths ? fieldPath(...other.scalePaths.specReplicas) : null);
  };
}

/** A Scale as a resource of its own, as far as patches care. */
function scaleView(resource: ServedResource, codec: ObjectCodec): ServedResource {
  return {
    ...resource,
    ...scaleKind(codec),
    group: 'autoscaling',
    version: 'v1',
    strategy: plainStrategy,
    patchSchema: resource.isCustom ? undefined : {},
  };
}
