/**
 * `npm run build`: installs what is missing and compiles what changed.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');

await ensureReady();
