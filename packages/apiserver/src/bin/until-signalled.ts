/**
 * Waits for the signal that ends a server, and then lets it end cleanly.
 */

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    const onSignal = () => {
      if (!isFirst) process.exit(130);
      isFirst = false;
      resolve();
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
