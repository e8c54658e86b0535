import { createThreeWayStrategicMergePatch, PatchPreconditionError, requireUnchanged } from '@reeve/machinery';
import { expect, test } from 'vitest';

const live = { kind: 'Pod', metadata: { name: 'a', labels: { x: '1' } } };
const identityStays = [requireUnchanged('kind'), requireUnchanged('metadata', 'name')];

test.each([
  ['kind', { kind: 'Service', metadata: { name: 'a' } }],
  ['metadata.name', { kind: 'Pod', metadata: { name: 'b' } }],
])('a patch that changes %s is not made', (field, modified) => {
  const create = () => createThreeWayStrategicMergePatch({}, modified, live, {}, { preconditions: identityStays });

  expect(create).toThrow(PatchPreconditionError);
  expect(create).toThrow(expect.objectContaining({ code: 'REEVE_PATCH_PRECONDITION' }));
  expect(create).toThrow(`it changes ${field}`);
});

test('a patch that deletes a required field is not made', () => {
  const modified = { metadata: { name: 'a' } };

  expect(() => createThreeWayStrategicMergePatch(live, modified, live, {}, { preconditions: identityStays })).toThrow(
    'it changes kind',
  );
});

test('a patch that keeps to the preconditions is made', () => {
  const modified = { kind: 'Pod', metadata: { name: 'a', labels: { x: '2' } } };

  const patch = createThreeWayStrategicMergePatch({}, modified, live, {}, { preconditions: identityStays });

  expect(patch).toEqual({ metadata: { labels: { x: '2' } } });
});

test('a precondition of one’s own says what is wrong', () => {
  const preconditions = [(patch: object) => ('labels' in patch ? 'labels are not ours' : undefined)];

  expect(() => createThreeWayStrategicMergePatch({}, { labels: {} }, live, {}, { preconditions })).toThrow(
    'the patch must not be sent: labels are not ours',
  );
});
