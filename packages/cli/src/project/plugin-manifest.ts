/**
 * What a plugin's package says of itself without being run: the commands and generators in `reeve` of its package.json. Help and completion read only this.
 */
import { isJsonObject } from '@reeve/machinery';
import { PluginError, pluginProtocol } from '@reeve/scaffold';
import type { ArgumentDeclaration, Contributions, FlagDeclaration } from '@reeve/scaffold';

/** A command as a package declares it. */
export interface ManifestCommand {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: readonly ArgumentDeclaration[];
  readonly flags?: readonly FlagDeclaration[];
  readonly examples?: readonly string[];
}

/** A generator as a package declares it. */
export interface ManifestGenerator {
  readonly for: string;
  readonly flags?: readonly FlagDeclaration[];
}

/** What help and completion know of a plugin, and how the rest is loaded. */
export interface PluginManifest {
  readonly by: string;
  readonly commands: readonly ManifestCommand[];
  readonly generators: readonly ManifestGenerator[];
  load(): Promise<Contributions>;
}

/** Reads what a package declares. Of another protocol is refused before its code is loaded. */
export function manifestOf(name: string, reeve: unknown): Pick<PluginManifest, 'commands' | 'generators'> {
  if (reeve === undefined) return { commands: [], generators: [] };
  if (!isJsonObject(reeve)) throw broken(name, 'reeve is no object');
  const { plugin, commands = [], generators = [] } = reeve;
  if (plugin !== undefined && plugin !== pluginProtocol)
    throw new PluginError(name, `speaks protocol ${JSON.stringify(plugin)}, and this reeve speaks ${pluginProtocol}`, {
      next: `install a version of ${name} for this reeve, or another reeve`,
    });
  return {
    commands: listOf(
      commands,
      (one) => isNamed(one, 'name') && isNamed(one, 'summary'),
      name,
      'commands',
    ) as unknown as ManifestCommand[],
    generators: listOf(generators, (one) => isNamed(one, 'for'), name, 'generators') as unknown as ManifestGenerator[],
  };
}

function listOf(
  value: unknown,
  isOne: (one: Record<string, unknown>) => boolean,
  plugin: string,
  what: string,
): readonly unknown[] {
  if (!Array.isArray(value)) throw broken(plugin, `reeve.${what} is no list`);
  for (const [at, one] of value.entries()) {
    const isRight = isJsonObject(one) && isOne(one) && (one['flags'] === undefined || areFlags(one['flags']));
    if (!isRight) throw broken(plugin, `reeve.${what}[${at}] is not what it should be`);
  }
  return value;
}

const isNamed = (one: Record<string, unknown>, key: string): boolean => typeof one[key] === 'string' && one[key] !== '';

const areFlags = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((flag) => isJsonObject(flag) && isNamed(flag, 'syntax') && typeof flag['summary'] === 'string');

const broken = (plugin: string, what: string): PluginError =>
  new PluginError(plugin, `has a package.json that cannot be read: ${what}`, {
    next: 'see "Extend reeve" in docs/plugins.md',
  });
