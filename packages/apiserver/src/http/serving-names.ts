/**
 * The names and addresses that a serving certificate is good for.
 */
export const servingNames: readonly string[] = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

/** Loopback, and the first address of the service range. */
export const servingAddresses: readonly string[] = ['127.0.0.1', '::1', '10.0.0.1'];
