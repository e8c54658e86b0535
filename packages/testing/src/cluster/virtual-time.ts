/**
 * Work that goes on in real time by itself, and in virtual time only while somebody turns the clock.
 */
import type { Host } from '@reeve/machinery';
import { VirtualHost } from '@reeve/machinery';

/** Runs a program to its end, turning the clock where it is a virtual one. */
export const turning = <T>(host: Host, program: () => Promise<T>): Promise<T> =>
  host instanceof VirtualHost ? host.run(program) : program();
