/**
 * The log of the runtime, which stands in machinery because webhooks write to it too.
 */
export { silentLogger } from '@reeve/machinery';
export type { LogFields, Logger } from '@reeve/machinery';
