/**
 * Subresources that are not the object under other rules, but something of their own.
 */
import { applyJsonPatch, applyMergePatch, parseJson, parseJsonPatch, type JsonObject } from '@reeve/machinery';
import { StatusError, unsupportedMediaType } from '../error/status-error.ts';
import { parseMediaType } from '../negotiate/media-type.ts';
import { fromJson, readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import type { ObjectCodec } from '../resource/object-codec.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import type { SubresourceHandler, SubresourceHandlers } from '../resource/subresource-view.ts';
import { objectResponse } from '../respond/respond.ts';
import type { Call } from '../verbs/call.ts';
import { replace } from '../verbs/update.ts';
import { currentScale, scaleKind, scaleOf, withScale, type ScalePaths } from './scale.ts';

/** Subresources that need a node behind them. */
const nodeBound = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

export function subresourceHandlers(
  scaleCodec: ObjectCodec,
  scalePathsOf: (resource: ServedResource) => ScalePaths,
): SubresourceHandlers {
  return {
    find(resource, subresource) {
      if (subresource === 'scale') return scaleHandler(scaleCodec, scalePathsOf(resource));
      if (nodeBound.has(subresource)) return noNode;
      return undefined;
    },
  };
}

function scaleHandler(codec: ObjectCodec, paths: ScalePaths): SubresourceHandler {
  return async (call) => {
    const shown: Call = { ...call, resource: { ...call.resource, codec } };
    if (call.info.verb === 'get') return objectResponse(shown, 200, { object: currentScale(call, paths) });
    const isPatch = call.info.verb === 'patch';
    const { isDryRun } = parseWriteOptions(call.request.query, isPatch ? 'PatchOptions' : 'UpdateOptions');
    const change = isPatch
      ? scalePatch(call, codec)
      : constant((await readBody(call.request, scaleKind(codec))).object);
    const object = await replace(
      call,
      call.info.name ?? '',
      (old) => withScale(old, change(scaleOf(old, paths)), paths),
      isDryRun,
    );
    return objectResponse(shown, 200, { object: scaleOf(object, paths) });
  };
}

const constant = (scale: ApiObject) => () => scale;

function scalePatch(call: Call, codec: ObjectCodec): (scale: ApiObject) => ApiObject {
  const type = parseMediaType(call.request.headers['content-type'] ?? '')?.type;
  const document = parseJson(call.request.body);
  const decode = (value: unknown) => fromJson(value as JsonObject, [], scaleKind(codec)).object;
  if (type === 'application/json-patch+json') return (scale) => decode(applyJsonPatch(scale, parseJsonPatch(document)));
  if (type === 'application/merge-patch+json' || type === 'application/strategic-merge-patch+json')
    return (scale) => decode(applyMergePatch(scale, document));
  throw unsupportedMediaType([
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
    'application/apply-patch+yaml',
  ]);
}

/** What a cluster without nodes says when somebody wants to talk to one. */
const noNode: SubresourceHandler = (call) => {
  const name = call.info.name ?? '';
  const message =
    call.resource.plural === 'pods'
      ? `pod ${name} does not have a host assigned`
      : `no node is there to answer for ${call.resource.plural} ${name}`;
  throw new StatusError(400, 'BadRequest', message, { hasDetails: false });
};
