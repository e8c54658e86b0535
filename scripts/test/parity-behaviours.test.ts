/**
 * The catalogue itself, `docs/behaviours.json`: complete numbering, names a reviewer can judge a test by, one behaviour per line.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../../docs/behaviours.json', import.meta.url), 'utf8');
const { families } = JSON.parse(text) as {
  families: Record<string, { title: string; source: string; behaviours: Record<string, { name: string }> }>;
};

/** How many behaviours each family has; a family that grows or shrinks does so on purpose. */
const sizes =
  'DF 25, RF 16, RE 44, SI 40, WQ 25, LE 21, EV 21, RW 8, PG 6, RT 3, RQ 10, KC 10, DS 8, CR 123, LW 145, T 9, D 4, O 4, N 10, V 3, G 1, ' +
  'L 10, W 12, M 11, X 10, NS 3, S 8, P 11, E 8, C 16, A 11, U 6, Z 4, Y 10, PK 32, PL 19';

test('every family has its number of behaviours', () => {
  const found = Object.entries(families).map(([code, { behaviours }]) => `${code} ${Object.keys(behaviours).length}`);
  expect(found.join(', ')).toBe(sizes);
});

test('every family has a title and numbers from one without a gap', () => {
  for (const [code, { title, source, behaviours }] of Object.entries(families)) {
    const dash = source === 'kube-apiserver' ? '' : '-';
    expect(title).not.toBe('');
    expect(Object.keys(behaviours)).toEqual(Object.keys(behaviours).map((_, index) => `${code}${dash}${index + 1}`));
  }
});

test('every name has 8 to 20 words', () => {
  const all = Object.values(families).flatMap(({ behaviours }) => Object.entries(behaviours));
  expect(all.filter(([, { name }]) => !/^\S+( \S+){7,19}$/.test(name))).toEqual([]);
});

test('each behaviour has a line of its own, and no id is there twice', () => {
  const lines = text.match(/^ {8}"[A-Z]+-?\d+": \{ "name": .* \},?$/gm) ?? [];
  const ids = lines.map((line) => /"(.*?)"/.exec(line)?.[1]);
  expect(ids).toEqual(Object.values(families).flatMap(({ behaviours }) => Object.keys(behaviours)));
});
