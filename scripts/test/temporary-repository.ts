/**
 * A git repository in a temporary folder, holding just the files a test gives it. Removed when it goes out of scope.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../setup/paths.mjs';

/** Makes a repository; a value that is not a string is written as JSON. */
export function temporaryRepository(files: Record<string, unknown>): { root: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-check-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  symlinkSync(`${root}/node_modules`, join(folder, 'node_modules'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
  return { root: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
