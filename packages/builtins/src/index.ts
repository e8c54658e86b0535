// admission
export { ServiceAddresses } from './admission/address-range.ts';
export { builtinPlugins } from './admission/builtin-plugins.ts';
export { alwaysDeny } from './admission/object-plugins.ts';
export { pluginSelection } from './admission/plugin-selection.ts';
export type { PluginChoice } from './admission/plugin-selection.ts';
export { resourceQuotas } from './admission/resource-quotas.ts';
export { currentObjects, inNamespace } from './admission/current-objects.ts';

// autoscaling
export { autoscalerFromV2, autoscalerToV2 } from './autoscaling/autoscaler-views.ts';

// printers
export { builtinPrinter } from './printers/printers.ts';
export { rowConditions } from './printers/row-conditions.ts';
export type { RowCondition } from './printers/row-conditions.ts';

// quota
export { amountFields, amountsAt, none, only } from './quota/amounts.ts';
export type { Amounts } from './quota/amounts.ts';
export { isInScope } from './quota/quota-scopes.ts';
export { isCost, usageOf } from './quota/usage.ts';

// seed
export { seedObjects, tellClientAuthority } from './seed/seed-objects.ts';

// storage
export { eventFromCore, eventToCore } from './storage/event-views.ts';
export { builtinStorage } from './storage/storage-locations.ts';

// strategy
export { builtinFieldValue } from './strategy/field-values.ts';
export { builtinStrategy } from './strategy/strategies.ts';

// subresources
export { builtinScalePaths, hasReplicas, scaleKind, scaleOf, withScale } from './subresources/scale.ts';

// validation
export type { PolicyCompiler, PolicyExpressions } from './validation/policies.ts';
export { loadRules, policyValidation } from './validation/validation-of.ts';
