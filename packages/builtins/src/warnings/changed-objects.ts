/**
 * What a server warns about when an object is changed, where that differs from what it says of a new one: a template again with every change of the
 * object, a name never. Upstream: WarningsOnUpdate of the strategies in kubernetes pkg/registry.
 */
import { deepEqual } from '@reeve/machinery';
import { valueAt, type ApiObject } from '@reeve/registry';
import {
  historyWarnings,
  newObjectWarnings,
  ofTemplate,
  templateWarnings,
  tokenWarnings,
  type Warn,
} from './new-objects.ts';

/** Which warnings a change of an object gets. */
export type WarnOfChange = (object: ApiObject, old: ApiObject) => readonly string[];

/** What a template is warned of, whenever the object is another one than before. */
const whenChanged =
  (warn: Warn): WarnOfChange =>
  (object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : warn(object);

const whenNew =
  (warn: Warn): WarnOfChange =>
  (object, old) =>
    warn(old).length === 0 ? warn(object) : [];

const never: WarnOfChange = () => [];

/** By resource, as `plural` or `group/plural`. */
export const changeWarnings: Readonly<Record<string, WarnOfChange>> = {
  pods: never,
  podtemplates: whenChanged(templateWarnings('template', 'spec')),
  // The template as it was, and not as it is: upstream has the two in the wrong order.
  replicationcontrollers: (object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : ofTemplate(old),
  serviceaccounts: whenNew(newObjectWarnings['serviceaccounts'] ?? (() => [])),
  'apps/daemonsets': (object, old) =>
    deepEqual(valueAt(object, 'spec', 'template'), valueAt(old, 'spec', 'template')) ? [] : ofTemplate(object),
  'apps/deployments': whenChanged(ofTemplate),
  'apps/replicasets': whenChanged(ofTemplate),
  'apps/statefulsets': (object, old) => [...whenChanged(ofTemplate)(object, old), ...historyWarnings(object)],
  'batch/cronjobs': whenChanged(templateWarnings('spec', 'jobTemplate', 'spec', 'template', 'spec')),
  'batch/jobs': whenChanged(ofTemplate),
  'discovery.k8s.io/endpointslices': never,
  'networking.k8s.io/ingresses': never,
  'storage.k8s.io/csidrivers': (driver, old) =>
    deepEqual(valueAt(driver, 'spec', 'tokenRequests'), valueAt(old, 'spec', 'tokenRequests'))
      ? []
      : tokenWarnings(driver),
};
