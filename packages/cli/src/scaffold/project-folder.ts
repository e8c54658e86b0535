/**
 * A folder on disk as generators read and write it: through the terminal's files, and never through a link that leads out of it.
 */
import { dirname, join, sep } from 'node:path';
import { pathProblem, ScaffoldError } from '@reeve/scaffold';
import type { ProjectReader, ProjectWriter } from '@reeve/scaffold';
import type { Files } from '../terminal/files.ts';

/** A folder. */
export class ProjectFolder implements ProjectReader, ProjectWriter {
  readonly folder: string;
  readonly #files: Files;

  constructor(folder: string, files: Files) {
    this.folder = folder;
    this.#files = files;
  }

  async read(path: string): Promise<string | undefined> {
    await this.#requireInside(path);
    return await this.#files.read(join(this.folder, path));
  }

  list(path: string): ReturnType<Files['list']> {
    return this.#files.list(join(this.folder, path));
  }

  async write(path: string, text: string): Promise<void> {
    await this.#requireInside(path);
    await this.#files.write(join(this.folder, path), text);
  }

  async remove(path: string): Promise<void> {
    await this.#requireInside(path);
    await this.#files.remove(join(this.folder, path));
    for (let place = dirname(path); place !== '.'; place = dirname(place)) {
      const entries = await this.#files.list(join(this.folder, place));
      if (entries?.length !== 0) return;
      await this.#files.remove(join(this.folder, place));
    }
  }

  /** Refuses a path that leaves the folder, by its words or by a link on the way. */
  async #requireInside(path: string): Promise<void> {
    const problem = pathProblem(path);
    if (problem !== undefined) throw outside(path, problem);
    const root = await this.#files.real(this.folder);
    if (root === undefined) return; // nothing is there yet, no link either
    for (let place = join(this.folder, path); place !== this.folder; place = dirname(place)) {
      const real = await this.#files.real(place);
      if (real === undefined) continue;
      if (real !== root && !real.startsWith(`${root}${sep}`)) throw outside(path, `follows a link to ${real}`);
      return;
    }
  }
}

const outside = (path: string, problem: string): ScaffoldError =>
  new ScaffoldError('REEVE_PLUGIN', `the path ${JSON.stringify(path)} ${problem}: nothing was written`, {
    next: 'name a file inside of the project',
  });
