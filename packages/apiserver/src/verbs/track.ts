/**
 * Who writes a call's object, and the object with its managers after a write.
 */
import { managerFromUserAgent } from '../managed-fields/user-agent-manager.ts';
import type { ApiObject } from '@reeve/registry';
import type { Call } from './call.ts';

/** The field manager of a call that names none: its User-Agent. */
export function managerOf({ request }: Pick<Call, 'request'>): string {
  return request.query.get('fieldManager') || managerFromUserAgent(request.headers['user-agent'] ?? '');
}

/** The object as a create (`old` is undefined), an update or a patch makes it, with its managers. */
export function tracked(call: Call, old: ApiObject | undefined, object: ApiObject): ApiObject {
  const { context, resource, info } = call;
  return context.fields.for(resource, info.subresource).update(old, object, managerOf(call));
}
