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

/** Whether a place to listen is an address; a host name has to be among the names to be good. */
export const isAddress = (text: string): boolean => /^[\d.]+$|:/.test(text);
