/**
 * What is said about the schemas of one version of an API group.
 */
export interface GroupDescriptions {
  /** The beginning of the names of the schemas: `io.k8s.api.apps.v1.`. */
  readonly prefix: string;
  /** A description for each kind, by the rest of the name of its schema. */
  readonly kinds: Readonly<Record<string, string>>;
  /** A description for each field, by the rest of the name of the schema, then by the name of the field. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
