// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/flowcontrol/v1/priority-level-configuration';
