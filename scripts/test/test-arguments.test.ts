import { expect, test } from 'vitest';
import { testArguments } from '../setup/run-tests.mjs';

test('npm test takes the versions of Node out of its arguments and hands the rest to vitest', () => {
  expect(testArguments(['packages/queue', '--node', '24', '-t', 'a key', '--node=latest'])).toEqual({
    versions: ['24', 'latest'],
    filters: ['packages/queue', '-t', 'a key'],
  });
});

test.each([[['--node']], [['packages/queue', '--node=']]])('npm test refuses %j, which name no version', (args) => {
  expect(testArguments(args).problem).toBe('--node needs a version: --node 24, or --node latest');
});
