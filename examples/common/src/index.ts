export { playExample } from './play-example.ts';
export type { Example } from './play-example.ts';
export { Stage } from './stage.ts';
