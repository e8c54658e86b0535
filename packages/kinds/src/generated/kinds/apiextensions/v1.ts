// Written by `npm run facts:kinds`: do not edit.

export { CustomResourceDefinition } from './v1/custom-resource-definition.ts';
export type { CustomResourceColumnDefinition, CustomResourceConversion, CustomResourceDefinitionCondition, CustomResourceDefinitionNames, CustomResourceDefinitionSpec, CustomResourceDefinitionStatus, CustomResourceDefinitionVersion, CustomResourceSubresourceScale, CustomResourceSubresourceStatus, CustomResourceSubresources, CustomResourceValidation, ExternalDocumentation, JSONSchemaProps, SelectableField, ServiceReference, ValidationRule, WebhookClientConfig, WebhookConversion } from './v1/types.ts';
