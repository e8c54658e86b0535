/**
 * What a template of JSONPath prints of a value.
 */
import { render } from './evaluate.ts';
import { parseTemplate } from './template.ts';

export const jsonPath = (template: string, value: unknown): string => render(parseTemplate(template), value);
