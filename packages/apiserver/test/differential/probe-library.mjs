/**
 * All probes, by the section of the specification that they are about; each section has a transcript of its own.
 */
import { probes as applies } from './probes/applies.mjs';
import { probes as badInput } from './probes/bad-input.mjs';
import { probes as cornerCases } from './probes/corner-cases.mjs';
import { probes as customObjects } from './probes/custom-objects.mjs';
import { probes as defaults } from './probes/defaults.mjs';
import { probes as definitions } from './probes/definitions.mjs';
import { probes as deletion } from './probes/deletion.mjs';
import { probes as discovery } from './probes/discovery.mjs';
import { probes as eventsAndLeases } from './probes/events-and-leases.mjs';
import { probes as fieldValidation } from './probes/field-validation.mjs';
import { probes as jsonPatches } from './probes/json-patches.mjs';
import { probes as limitsAndQuotas } from './probes/limits-and-quotas.mjs';
import { probes as lists } from './probes/lists.mjs';
import { probes as managedFields } from './probes/managed-fields.mjs';
import { probes as mergePatches } from './probes/merge-patches.mjs';
import { probes as metadata } from './probes/metadata.mjs';
import { probes as mutatingPolicies } from './probes/mutating-policies.mjs';
import { probes as namespaces } from './probes/namespaces.mjs';
import { probes as negotiation } from './probes/negotiation.mjs';
import { probes as openapi } from './probes/openapi.mjs';
import { probes as podSecurity } from './probes/pod-security.mjs';
import { probes as podSubresources } from './probes/pod-subresources.mjs';
import { probes as seeds } from './probes/seeds.mjs';
import { probes as selectors } from './probes/selectors.mjs';
import { probes as strategicPatches } from './probes/strategic-patches.mjs';
import { probes as subresources } from './probes/subresources.mjs';
import { probes as tables } from './probes/tables.mjs';
import { probes as transport } from './probes/transport.mjs';
import { probes as users } from './probes/users.mjs';
import { probes as validatingPolicies } from './probes/validating-policies.mjs';
import { probes as verdictsAdmissionPolicies } from './probes/verdicts-admission-policies.mjs';
import { probes as verdictsConfig } from './probes/verdicts-config.mjs';
import { probes as verdictsNetwork } from './probes/verdicts-network.mjs';
import { probes as verdictsPods } from './probes/verdicts-pods.mjs';
import { probes as verdictsPolicies } from './probes/verdicts-policies.mjs';
import { probes as verdictsStorage } from './probes/verdicts-storage.mjs';
import { probes as verdictsWorkloads } from './probes/verdicts-workloads.mjs';
import { probes as verbs } from './probes/verbs.mjs';
import { probes as watches } from './probes/watches.mjs';

/** @type {Record<string, import('../../../../tools/differential/probe.mjs').Probe[]>} */
export const library = {
  applies,
  'bad-input': badInput,
  'corner-cases': cornerCases,
  'custom-objects': customObjects,
  defaults,
  definitions,
  deletion,
  discovery,
  'events-and-leases': eventsAndLeases,
  'field-validation': fieldValidation,
  'json-patches': jsonPatches,
  'limits-and-quotas': limitsAndQuotas,
  lists,
  'managed-fields': managedFields,
  'merge-patches': mergePatches,
  metadata,
  'mutating-policies': mutatingPolicies,
  namespaces,
  negotiation,
  openapi,
  'pod-security': podSecurity,
  'pod-subresources': podSubresources,
  seeds,
  selectors,
  'strategic-patches': strategicPatches,
  subresources,
  tables,
  transport,
  users,
  'validating-policies': validatingPolicies,
  'verdicts-admission-policies': verdictsAdmissionPolicies,
  'verdicts-config': verdictsConfig,
  'verdicts-network': verdictsNetwork,
  'verdicts-pods': verdictsPods,
  'verdicts-policies': verdictsPolicies,
  'verdicts-storage': verdictsStorage,
  'verdicts-workloads': verdictsWorkloads,
  verbs,
  watches,
};
