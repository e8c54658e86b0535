/**
 * The files of this machine, for certificates.
 */
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CertificateFiles } from './certificate-watcher.ts';

/** Reads files, and watches the folder around them: a file that is replaced is another file, its folder stays. */
export const nodeFiles: CertificateFiles = {
  read: (path) => readFile(path, 'utf8'),
  watch(path, onEvent) {
    const watcher = watch(dirname(path), { persistent: false }, onEvent);
    watcher.on('error', () => watcher.close()); // the folder is gone: looking now and then is enough
    return { [Symbol.dispose]: () => watcher.close() };
  },
};
