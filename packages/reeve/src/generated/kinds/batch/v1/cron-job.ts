// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/batch/v1/cron-job';
