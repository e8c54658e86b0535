/**
 * The scalars of Kubernetes as zod schemas: quantities, int-or-string, times, durations and the widths of integers.
 * Upstream: apimachinery resource.Quantity, intstr.IntOrString, meta/v1 Time, MicroTime and Duration.
 */
import { z } from 'zod';

const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** An amount such as `500m` or `2Gi`. It is read as it was written; whole numbers may be written as numbers. */
export const quantity = () =>
  z.union([z.int(), z.string().regex(new RegExp(quantityPattern, 'u'))]).meta({ 'x-kubernetes-int-or-string': true });

/** A number, or a string such as a percentage or the name of a port. */
export const intOrString = () => z.union([z.int(), z.string()]).meta({ 'x-kubernetes-int-or-string': true });

/** A moment in RFC 3339, with seconds. */
export const time = () => z.string().meta({ format: 'date-time' });

/** A moment in RFC 3339, with microseconds. */
export const microTime = () => z.string().meta({ format: 'date-time' });

/** A span of time as Go writes it: `1h30m`. */
export const duration = () => z.string().meta({ format: 'duration' });

/** An integer of 32 bits. */
export const int32 = () => z.int32();

/** An integer of 64 bits. JavaScript numbers are exact up to 2^53; beyond, values are read as bigint. */
export const int64 = () => z.int();

/** Bytes in base64. */
export const bytes = () => z.string().meta({ format: 'byte' });
