import { fieldManager } from '@reeve/machinery';
import type { FieldManager } from '@reeve/machinery';

export const made: FieldManager = fieldManager('website-controller');
export const asText: string = made;

// @ts-expect-error a text that nobody has checked is not a field manager
export const unchecked: FieldManager = 'website-controller';
