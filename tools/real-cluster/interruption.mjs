// Turns Ctrl-C and friends into an abort signal, so that a command tidies up before it ends.

/** Returns a signal that aborts when the process is asked to end. */
export function interruption() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => controller.abort(new Error(`ended by ${name}`)));
  }
  return controller.signal;
}
