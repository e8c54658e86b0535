/**
 * What the cache has to hold for a controller, and how much of it.
 */
import type { HeldKind } from '../leader/catch-up.ts';
import { heldView } from '../view/kind-view.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { indexesOf, ownedOf } from './define-controller.ts';

/** The kinds that a controller looks at or finds objects by. */
export const heldKindsOf = (definition: ControllerDefinition): readonly HeldKind[] => [
  { kind: definition.for, view: heldView(definition.for) },
  ...(definition.owns ?? []).map(ownedOf).map(({ kind, view = heldView(kind) }) => ({ kind, view })),
  ...(definition.watches ?? []).map(({ kind, view = heldView(kind) }) => ({ kind, view })),
  ...indexesOf(definition).map(({ kind }) => ({ kind, view: 'full' as const })),
];
