// expressions
export { Environment } from './environment.ts';
export type { CompileResult, EnvironmentOptions } from './environment.ts';
export type { EvaluateOptions, Outcome, Program } from './program.ts';
export type { Estimate } from './cost/estimate.ts';
export { parse } from './syntax/parser.ts';
export type { ParseOptions, ParseResult } from './syntax/parser.ts';
export { print } from './syntax/print.ts';
export type { CompileIssue } from './syntax/source.ts';
export type { Expression } from './syntax/expression.ts';
export { ExpressionFactory } from './syntax/expression-factory.ts';

// types
export {
  bytesType,
  listType,
  mapType,
  objectType,
  opaqueType,
  optionalType,
  printType,
  stringType,
  typeParameter,
  types,
  typesEqual,
  typeType,
} from './types/type.ts';
export type { ListMerge, ObjectField, ObjectType, OpaqueType, Type } from './types/type.ts';

// values
export { toValue } from './values/adapter.ts';
export { toJson } from './values/to-json.ts';
export { Duration } from './values/duration.ts';
export { EvaluationError, LimitError } from './values/evaluation-error.ts';
export { ListValue } from './values/list-value.ts';
export { MapValue } from './values/map-value.ts';
export { Double, Uint } from './values/numbers.ts';
export type { Int } from './values/numbers.ts';
export { ObjectValue } from './values/object-value.ts';
export { Timestamp } from './values/timestamp.ts';
export { OpaqueValue, Optional, TypeValue } from './values/value.ts';
export type { Value } from './values/value.ts';

// libraries
export { MacroError } from './syntax/macro.ts';
export type { Macro } from './syntax/macro.ts';
export type {
  CallCheck,
  CallEstimate,
  CallNodes,
  CallProblem,
  Constant,
  FunctionDeclaration,
  Library,
  LiteralCheck,
  Overload,
  SizedNode,
} from './library/library.ts';

// patterns and formats
export { compilePattern, patternProblem } from './pattern/pattern.ts';
export type { PatternTest } from './pattern/pattern.ts';
export { isDay } from './format/calendar.ts';
export { formatTest } from './format/format.ts';
export type { FormatTest } from './format/format.ts';

// names of properties
export { escapePropertyName, unescapePropertyName } from './values/property-name.ts';

// texts as Go writes them
export { printDuration } from './values/duration.ts';
export { printDouble } from './values/number-text.ts';
export { printTimestamp } from './values/timestamp.ts';

// Kubernetes' libraries, and what their functions return
export { kubernetesLibraries } from './library/kubernetes-libraries.ts';
export { jsonPatchLibrary } from './library/json-patch.ts';
export { applyObjectType, jsonPatchType, patchTypesLibrary } from './library/patch-types.ts';
export { stringsLibrary } from './library/strings.ts';
export type { StringsOptions } from './library/strings.ts';
export { authorizerType, AuthorizerValue, resourceCheckType } from './library/authorizer.ts';
export type {
  AuthorizationAttributes,
  AuthorizationDecision,
  AuthorizationUser,
  Authorizer,
} from './library/authorizer.ts';
export { Cidr } from './values/cidr.ts';
export { IpAddress } from './values/ip-address.ts';
export { NamedFormat } from './format/named-format.ts';
export { QuantityValue } from './values/quantity-value.ts';
export { Semver } from './values/semver.ts';
export { Url } from './values/url.ts';
