/**
 * What the estate is made of: a kind, as a value that carries its names and its type.
 */
import { defineKind, type Condition, type Kind, type KubeObject } from '@reeve/machinery';

export interface Building extends KubeObject {
  spec: { roof: 'thatch' | 'slate'; windows: number };
  status?: { conditions: Condition[] };
}

export const Building: Kind<Building, 'Namespaced', 'status'> = defineKind({
  group: 'estate.example.com',
  version: 'v1',
  kind: 'Building',
  plural: 'buildings',
  scope: 'Namespaced',
  subresources: ['status'],
});

const building = (name: string, roof: 'thatch' | 'slate', windows: number, team: string): Building =>
  Building.of({ metadata: { name, namespace: 'manor', labels: { team } }, spec: { roof, windows } });

/** How the estate should be. */
export const desired: readonly Building[] = [
  building('barn', 'thatch', 2, 'masons'),
  building('mill', 'slate', 6, 'masons'),
  building('chapel', 'slate', 9, 'glaziers'),
];
