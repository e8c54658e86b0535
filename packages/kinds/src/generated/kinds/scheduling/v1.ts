// Written by `npm run facts:kinds`: do not edit.

export { PriorityClass } from './v1/priority-class.ts';
