import { applyStrategicMergePatch } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('a strategic merge patch replaces a list whose schema says replace, as it does one whose schema says nothing', () => {
  for (const strategy of [{ strategy: 'replace' }, {}] as const) {
    const schema = { fields: { list: { ...strategy, mergeKey: 'name', items: { fields: {} } } } };
    const live = { list: [{ name: 'a', value: 1 }, { name: 'b' }] };
    expect(applyStrategicMergePatch(live, { list: [{ name: 'a' }] }, schema)).toEqual({ list: [{ name: 'a' }] });
  }
});
