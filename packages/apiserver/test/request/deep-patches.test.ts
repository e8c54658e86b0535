import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask, configMaps, create } from '../server/talk.ts';

test.each(['application/merge-patch+json', 'application/strategic-merge-patch+json'])(
  'a patch of the type %s that nests 1,000 levels and more is refused with 422, and is no bug of the server',
  async (type) => {
    const bugs: unknown[] = [];
    await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
    await create(server, 'there');
    for (const levels of [1000, 9000, 20_000]) {
      const deep = `{"x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
      const { status } = await ask(server.transport, 'PATCH', `${configMaps}/there`, deep, { 'content-type': type });
      expect(status).toBe(422);
    }
    expect(bugs).toEqual([]);
  },
);
