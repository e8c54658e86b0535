/**
 * Fields that a resource or subresource sets back whatever a client sends, so that nobody comes to manage them there: the status at the main resource, everything else at that of
 * the status. Upstream: GetResetFields of the strategies in kubernetes pkg/registry.
 */
import { fieldPath, FieldSet, type FieldPath } from '@reeve/machinery';
import type { ResetFields } from './updater.ts';

const spec = fieldPath('spec');
const status = fieldPath('status');
const metadata = fieldPath('metadata');

type Filter = (fields: FieldSet) => FieldSet;

/** What a resource resets: `main`, and its subresources by name. */
type ResetFilters = Readonly<Record<string, Filter>>;

const without = (...paths: FieldPath[]): Filter => {
  const reset = FieldSet.of(...paths);
  return (fields) => fields.recursiveDifference(reset);
};

/** Only what is at or below one of these paths; a star stands for any item. */
const only = (...patterns: readonly (readonly string[])[]): Filter => {
  const fits = (path: FieldPath, pattern: readonly string[]) =>
    path.length >= pattern.length &&
    pattern.every((name, at) => {
      const element = path[at];
      return name === '*' || (element?.type === 'field' && element.name === name);
    });
  return (fields) => fields.filter((path) => patterns.some((pattern) => fits(path, pattern)));
};

const usual: ResetFilters = { main: without(status), status: without(spec) };
const statusOnly: ResetFilters = { main: without(status), status: without(spec, metadata) };

/** Resources, as `plural` or `group/plural`, that differ from the usual. */
const special: Readonly<Record<string, ResetFilters>> = {
  namespaces: { ...usual, finalize: without(status) },
  pods: {
    main: without(status),
    status: without(spec, fieldPath('metadata', 'deletionTimestamp'), fieldPath('metadata', 'ownerReferences')),
    ephemeralcontainers: only(['spec', 'ephemeralContainers']),
    resize: only(
      ['spec', 'containers', '*', 'resources'],
      ['spec', 'containers', '*', 'resizePolicy'],
      ['spec', 'initContainers', '*', 'resources'],
      ['spec', 'initContainers', '*', 'resizePolicy'],
    ),
  },
  'apps/deployments': { main: without(status), status: without(spec, fieldPath('metadata', 'labels')) },
  'certificates.k8s.io/certificatesigningrequests': {
    main: without(spec, status),
    status: without(spec, fieldPath('status', 'conditions')),
    approval: without(spec, fieldPath('status', 'certificate')),
  },
  'admissionregistration.k8s.io/validatingadmissionpolicies': statusOnly,
  'apiextensions.k8s.io/customresourcedefinitions': statusOnly,
  'apiregistration.k8s.io/apiservices': statusOnly,
  'flowcontrol.apiserver.k8s.io/flowschemas': statusOnly,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': statusOnly,
  'networking.k8s.io/servicecidrs': statusOnly,
  'resource.k8s.io/resourceclaims': statusOnly,
  'storage.k8s.io/volumeattachments': statusOnly,
};

const nothing: ResetFields = (fields) => fields;

/** What a built-in resource or its subresource resets. */
export function builtinReset(
  { group, plural }: { readonly group: string; readonly plural: string },
  subresource: string,
  hasStatus: boolean,
): ResetFields {
  const filters = special[group === '' ? plural : `${group}/${plural}`] ?? (hasStatus ? usual : {});
  return filters[subresource === '' ? 'main' : subresource] ?? nothing;
}

/** What a custom resource or its subresource resets: the main resource only in its own version. */
export function customReset(apiVersion: string, subresource: string, hasStatus: boolean): ResetFields {
  const filter = hasStatus ? statusOnly[subresource === '' ? 'main' : subresource] : undefined;
  if (filter === undefined || subresource !== '') return filter ?? nothing;
  return (fields, version) => (version === apiVersion ? filter(fields) : fields);
}
