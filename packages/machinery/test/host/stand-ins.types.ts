import { VirtualHost, defineEffect, type Host } from '@reeve/machinery';

const host = new VirtualHost({ seed: 'types' });
const createRecord = defineEffect('dns.createRecord', async (record: { name: string }) => record.name.length);

/** A virtual world is a Host, and its effects keep the types of what they stand in for. */
export const asHost: Host = host;
host.effects.standIn(createRecord, (record) => record.name.length);
export const length: Promise<number> = host.effects.perform(createRecord, { name: 'blog' });

// @ts-expect-error the effect takes a record, not a text
export const wrongInput = host.effects.perform(createRecord, 'blog');
// @ts-expect-error the effect answers with a number, so its stand-in must as well
host.effects.standIn(createRecord, (record) => record.name);
