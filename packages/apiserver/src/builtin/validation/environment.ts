/**
 * What a container's environment must be: variables with names, and a value or one source of it. Upstream: ValidateEnv in kubernetes pkg/apis/core/validation.
 */
import { invalid, required, type FieldError } from '../../error/field-error.ts';
import { fieldsAt, hasAt, textAt, type Fields } from '../fields.ts';
import { none } from './checks.ts';

/** One variable of a container. */
export function variableProblems(variable: Fields, field: string): readonly FieldError[] {
  const name = textAt(variable, 'name');
  const isPlain = /^[\u0020-\u003c\u003e-\u007e]+$/u.test(name);
  return [
    ...(name === '' ? [required(`${field}.name`, '')] : none),
    ...(name === '' || isPlain
      ? none
      : [
          invalid(
            `${field}.name`,
            name,
            "a valid environment variable name must consist only of printable ASCII characters other than '='",
          ),
        ]),
    ...(hasAt(variable, 'valueFrom') ? sourceProblems(variable, `${field}.valueFrom`) : none),
  ];
}

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];
const fieldPaths =
  /^(metadata\.(name|namespace|uid|labels|annotations)(\['[^']*'\])?|spec\.(nodeName|serviceAccountName)|status\.(hostIP|hostIPs|podIP|podIPs))$/u;

function sourceProblems(variable: Fields, field: string): readonly FieldError[] {
  const source = fieldsAt(variable, 'valueFrom');
  const given = sources.filter((name) => hasAt(source, name));
  const path = textAt(source, 'fieldRef', 'fieldPath');
  const isKnown = !hasAt(source, 'fieldRef') || fieldPaths.test(path);
  return [
    ...(isKnown
      ? none
      : [
          invalid(
            `${field}.fieldRef.fieldPath`,
            path,
            `error converting fieldPath: field label not supported: ${path}`,
          ),
        ]),
    ...(given.length === 0
      ? [
          invalid(
            field,
            '',
            'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
          ),
        ]
      : none),
    ...(textAt(variable, 'value') !== '' && given.length > 0
      ? [invalid(field, '', 'may not be specified when `value` is not empty')]
      : none),
    ...(given.length > 1 ? [invalid(field, '', 'may not have more than one field specified at a time')] : none),
  ];
}
