// Written by `npm run facts:kinds`: do not edit.

export { FlowSchema } from './v1/flow-schema.ts';
export { PriorityLevelConfiguration } from './v1/priority-level-configuration.ts';
export type { ExemptPriorityLevelConfiguration, FlowDistinguisherMethod, FlowSchemaCondition, FlowSchemaSpec, FlowSchemaStatus, GroupSubject, LimitResponse, LimitedPriorityLevelConfiguration, NonResourcePolicyRule, PolicyRulesWithSubjects, PriorityLevelConfigurationCondition, PriorityLevelConfigurationReference, PriorityLevelConfigurationSpec, PriorityLevelConfigurationStatus, QueuingConfiguration, ResourcePolicyRule, ServiceAccountSubject, Subject, UserSubject } from './v1/types.ts';
