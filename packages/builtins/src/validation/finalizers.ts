/**
 * Finalizers of built-in objects: one without a domain must be one of Kubernetes' own. Upstream: ValidateFinalizerName in kubernetes pkg/apis/core/validation.
 */
import { standardFinalizers } from '@reeve/machinery';
import { invalid, qualifiedName, textsAt, type ApiObject, type FieldError } from '@reeve/registry';
import { wordProblems } from './checks.ts';

export const notQualified = 'name is neither a standard finalizer name nor is it fully qualified';

/** Kinds that take whatever is a qualified name, with or without a domain. */
const lenient = new Set([
  'events',
  'apiregistration.k8s.io/apiservices',
  'policy/poddisruptionbudgets',
  'apiextensions.k8s.io/customresourcedefinitions',
  'coordination.k8s.io/leases',
  'node.k8s.io/runtimeclasses',
]);

export const isStandardFinalizer = (name: string): boolean => name.includes('/') || standardFinalizers.includes(name);

/** The check of a resource's objects, given as `plural` or `group/plural`. */
export function finalizerCheckOf(resource: string): (object: ApiObject) => readonly FieldError[] {
  if (lenient.has(resource) || resource.startsWith('admissionregistration.k8s.io/')) return () => [];
  return ({ metadata }) =>
    (metadata.finalizers ?? []).flatMap((name, index) =>
      isStandardFinalizer(name) ? [] : [invalid(`metadata.finalizers[${index}]`, name, notQualified)],
    );
}

/** The finalizers of a namespace, written through its subresource. */
export const finalizeProblems = (namespace: ApiObject): readonly FieldError[] =>
  textsAt(namespace, 'spec', 'finalizers').flatMap((name, index) => {
    const field = `spec.finalizers[${index}]`;
    return [
      ...wordProblems(qualifiedName, name, field),
      ...(isStandardFinalizer(name) ? [] : [invalid(field, name, notQualified)]),
    ];
  });
