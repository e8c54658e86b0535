/**
 * A measure of work done since the event loop last had its turn. Decoders and other long loops report what they did and
 * yield when told to, so that leases and probes never starve.
 */

/** One piece of long work, counted in bytes and objects. */
export interface WorkSlice {
  /** Reports work done since the last call. True means: `await host.yield()` now, and the count starts again. */
  spent(bytes: number, objects?: number): boolean;
}
