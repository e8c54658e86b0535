export type { Clock } from '@reeve/machinery';
