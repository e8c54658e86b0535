/**
 * The schema engines of a definition's versions, each compiled when it is first needed. Objects in storage are read by the schema of the version that they
 * were stored in, so that more engines are at work than versions are served.
 */
import type { ReadonlyJsonObject } from '@reeve/machinery';
import { compileSchema, requireStructural, type SchemaEngine } from '@reeve/schema';
import type { ApiObject } from '@reeve/registry';
import { specOf, type DefinitionVersion } from './definition.ts';
import { embeddedMetaProblems } from './embedded-metadata.ts';

export class VersionEngines {
  readonly #group: string;
  readonly #versions: ReadonlyMap<string, DefinitionVersion>;
  readonly #engines = new Map<string, SchemaEngine>();

  constructor(definition: ApiObject) {
    const { group, versions } = specOf(definition);
    this.#group = group;
    this.#versions = new Map(versions.map((version) => [version.name, version]));
  }

  of(version: DefinitionVersion): SchemaEngine {
    let engine = this.#engines.get(version.name);
    if (engine === undefined) {
      const openApi = (version.schema?.openAPIV3Schema ?? {}) as ReadonlyJsonObject;
      engine = compileSchema(requireStructural(openApi, { rules: 'not compiled' }), {
        validateObjectMeta: embeddedMetaProblems,
        ...(version.subresources?.scale && { scale: version.subresources.scale }),
      });
      this.#engines.set(version.name, engine);
    }
    return engine;
  }

  /** The engine for what is stored under an apiVersion, where the definition still has that version. */
  ofStored(apiVersion: string | undefined): SchemaEngine | undefined {
    const [group, name = ''] = (apiVersion ?? '').split('/');
    const version = group === this.#group ? this.#versions.get(name) : undefined;
    return version && this.of(version);
  }
}
