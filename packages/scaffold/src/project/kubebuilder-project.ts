/**
 * kubebuilder's PROJECT, version 3: read to take a project over, and made in memory for executables that ask for it.
 * Upstream: kubebuilder pkg/config/v3.
 */
import { isJsonObject } from '@reeve/machinery';
import { labelOf } from '../names/kind-names.ts';
import { ProjectFileError } from '../problem/problems.ts';
import type { Project } from './project-file.ts';

/** What is taken over. */
export interface KubebuilderProject {
  readonly name: string;
  readonly domain: string;
  readonly resources: readonly KubebuilderResource[];
  /** What is left behind, for people. */
  readonly notes: readonly string[];
}

/** A resource with a definition of its own. */
export interface KubebuilderResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string | undefined;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly controller: boolean;
}

/** Reads the value of a PROJECT file. */
export function readKubebuilderProject(value: unknown, file: string): KubebuilderProject {
  if (!isJsonObject(value)) throw new ProjectFileError(file, '', 'is no PROJECT file of kubebuilder');
  const { version, domain, projectName = '' } = value;
  if (version !== '3' && version !== 3)
    throw new ProjectFileError(file, 'version', `is ${JSON.stringify(version ?? null)}, and only 3 is read`, {
      next: 'bring it to version 3 with kubebuilder first',
    });
  if (typeof domain !== 'string') throw new ProjectFileError(file, 'domain', 'must be a text');
  const all = value['resources'] ?? [];
  if (!Array.isArray(all)) throw new ProjectFileError(file, 'resources', 'must be a list');
  const notes: string[] = [];
  const resources = all.flatMap((resource: unknown, at): KubebuilderResource[] => {
    if (!isJsonObject(resource)) throw new ProjectFileError(file, `resources[${at}]`, 'must be an object');
    const { kind, version: v, group = '', plural, api } = resource;
    if (typeof kind !== 'string' || typeof v !== 'string' || typeof group !== 'string')
      throw new ProjectFileError(file, `resources[${at}]`, 'must have kind, version and group as texts');
    if (!isJsonObject(api)) {
      notes.push(
        `${kind} of ${group === '' ? 'the core group' : group} has no definition in ${file}: make its controller with reeve create controller`,
      );
      return [];
    }
    const own = typeof resource['domain'] === 'string' ? resource['domain'] : domain;
    return [
      {
        group: group === '' ? own : `${group}.${own}`,
        version: v,
        kind,
        plural: typeof plural === 'string' ? plural : undefined,
        scope: api['namespaced'] === true ? 'Namespaced' : 'Cluster',
        controller: resource['controller'] === true || Array.isArray(resource['controllers']),
      },
    ];
  });
  return { name: labelOf(typeof projectName === 'string' ? projectName : ''), domain, resources, notes };
}

/** A project as PROJECT says it. */
export function kubebuilderProject({ name, domain, resources, plugins }: Project): object {
  return {
    version: '3',
    domain,
    projectName: name,
    layout: plugins.flatMap(({ external }) => (external === undefined ? [] : [external])),
    resources: resources.map(({ group, version, kind, plural, scope, controller, webhooks }) => {
      const isBelow = group.endsWith(`.${domain}`);
      return {
        ...(isBelow && { group: group.slice(0, -domain.length - 1) }),
        ...(!isBelow && group !== domain && { group: group.split('.')[0] ?? group }),
        domain: isBelow || group === domain ? domain : group.split('.').slice(1).join('.'),
        version,
        kind,
        ...(plural !== undefined && { plural }),
        api: { crdVersion: 'v1', ...(scope !== 'Cluster' && { namespaced: true }) },
        ...(controller === true && { controller: true }),
        ...(webhooks && { webhooks: { webhookVersion: 'v1', ...webhooks } }),
      };
    }),
  };
}
