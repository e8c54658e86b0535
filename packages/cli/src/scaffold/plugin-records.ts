/**
 * Plugins as people name them: a package, a folder of the project, or the key of an executable.
 */
import { AnswerError } from '@reeve/scaffold';
import type { PluginRecord } from '@reeve/scaffold';

/** The plugins of a list with commas. */
export const pluginRecords = (list: string): PluginRecord[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => pluginRecord(name, 'plugins'));

/** A plugin by its name. */
export function pluginRecord(name: string, flag: string): PluginRecord {
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\/v\d+(-(alpha|beta)\d*)?$/.test(name)) return { external: name };
  const isFolder = /^\.\/[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.includes('..');
  if (isFolder || /^(@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/.test(name)) return { package: name };
  throw new AnswerError(flag, `--${flag} ${JSON.stringify(name)} is no plugin`, {
    next: 'write the name of an npm package, ./FOLDER of the project, or NAME/VERSION of an executable',
  });
}

/** What a record is called. */
export const nameOf = ({ package: name, external = '' }: PluginRecord): string => name ?? external;
