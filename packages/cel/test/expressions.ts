/** Random expressions over a few variables, all of which the checker accepts, and broken ones made from them. */
import fc from 'fast-check';
import { listType, mapType, objectType, types } from '@reeve/cel';

const widget = objectType('Widget', { name: types.string, weight: types.int, ratio: types.double });

/** The variables of the expressions. */
export const variables = {
  i: types.int,
  s: types.string,
  b: types.bool,
  r: types.double,
  names: listType(types.string),
  numbers: listType(types.int),
  labels: mapType(types.string, types.string),
  widgets: listType(widget),
  any: types.dyn,
};

/** What the variables are bound to. */
export const bindings = {
  i: 3,
  s: 'wörld',
  b: true,
  r: 0.5,
  names: ['a', 'b', 'wörld'],
  numbers: [3, -1, 0, 9007199254740993n],
  labels: { a: 'x', b: 'y' },
  widgets: [{ name: 'a', weight: 1, ratio: 1.5 }, { name: 'b' }],
  any: { a: [1, 'x', null], b: 2.5 },
};

const literals = {
  int: ['0', '1', '-2', '7', '9223372036854775807', 'i'],
  string: ["'a'", "''", "'wö'", 's'],
  double: ['1.5', '-0.0', '2e3', 'r'],
  list: ['names', "['a', 's']", '[]'],
  bool: ['true', 'false', 'b', 'has(any.a)', '(any.a[0] == 1)', "('a' in labels)"],
};

/** Random expressions, of which `bool` ones are the most useful. */
export const { bool, int, string, double, list } = fc.letrec<Record<keyof typeof literals, string>>((tie) => ({
  int: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...literals.int),
    fc.tuple(tie('int'), fc.constantFrom('+', '-', '*', '/', '%'), tie('int')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    tie('string').map((s) => `size(${s})`),
    fc.tuple(tie('bool'), tie('int'), tie('int')).map(([c, l, r]) => `(${c} ? ${l} : ${r})`),
    tie('int').map((index) => `numbers[${index}]`),
    tie('int').map((index) => `widgets[${index}].weight`),
    tie('double').map((value) => `int(${value})`),
  ),
  string: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...literals.string),
    fc.tuple(tie('string'), tie('string')).map(([l, r]) => `(${l} + ${r})`),
    tie('string').map((key) => `labels[${key}]`),
    tie('int').map((index) => `names[${index}]`),
    tie('int').map((value) => `string(${value})`),
  ),
  double: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...literals.double),
    fc.tuple(tie('double'), fc.constantFrom('+', '-', '*', '/'), tie('double')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    tie('int').map((value) => `double(${value})`),
  ),
  list: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...literals.list),
    fc.tuple(tie('list'), tie('list')).map(([l, r]) => `(${l} + ${r})`),
    fc.tuple(tie('list'), tie('bool')).map(([l, p]) => `${l}.filter(e, ${p} || e == s)`),
    fc.tuple(tie('list'), tie('string')).map(([l, t]) => `${l}.map(e, e + ${t})`),
  ),
  bool: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...literals.bool),
    fc.tuple(tie('bool'), fc.constantFrom('&&', '||', '==', '!='), tie('bool')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    tie('bool').map((value) => `!${value}`),
    fc
      .tuple(tie('int'), fc.constantFrom('<', '<=', '>', '>=', '=='), tie('int'))
      .map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc.tuple(tie('int'), fc.constantFrom('<', '>='), tie('double')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc.tuple(tie('string'), fc.constantFrom('<', '==', '!='), tie('string')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc.tuple(tie('string'), tie('list')).map(([l, r]) => `(${l} in ${r})`),
    fc
      .tuple(tie('list'), fc.constantFrom('all', 'exists', 'exists_one'), tie('bool'), tie('string'))
      .map(([l, macro, p, t]) => `${l}.${macro}(e, ${p} && e != ${t})`),
    fc.tuple(tie('string'), tie('string')).map(([l, r]) => `${l}.startsWith(${r})`),
  ),
}));

const marks =
  '&& || ! - + * / % < == ( ) [ ] { } . , ? : .? [? = & in i x 1 null true false $ @ é 1.5 1u 0x 1e999 .all( .map(e,';
const openings = `' " \\ \n 'a' """ ''' b" r" has( dyn( type( Widget{ {1:2} // \ud800 \0`;
const fragments = [marks.split(' '), openings.split(' '), '`', '9'.repeat(40)].flat();

/** An expression with some of its tokens removed, replaced or followed by others. */
export const broken = fc
  .tuple(
    fc.oneof(bool, int, list),
    fc.array(
      fc.record({
        place: fc.nat(),
        kind: fc.constantFrom('remove', 'replace', 'add'),
        fragment: fc.constantFrom(...fragments),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([expression, changes]) => {
    const tokens: string[] = expression.match(/\w+|\s+|[^\w\s]/g) ?? [];
    for (const { place, kind, fragment } of changes) {
      tokens.splice(place % (tokens.length + 1), kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : [fragment]));
    }
    return tokens.join('');
  });
