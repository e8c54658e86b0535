import { describe, expect, test } from 'vitest';
import { jsonPath } from '@reeve/cli';

const list = {
  kind: 'List',
  items: [
    {
      metadata: { name: 'a', labels: { 'app.kubernetes.io/name': 'x' } },
      count: 1,
      ready: true,
      tags: ['one', 'two', 'three'],
    },
    { metadata: { name: 'b' }, count: 20, ready: false, tags: [] },
    { metadata: { name: 'c' }, count: 3, nothing: null, tags: ['four'] },
  ],
};

describe('a template', () => {
  test.each([
    ['{.kind}', 'List'],
    ['kind is {.kind}!', 'kind is List!'],
    ['{.items[*].metadata.name}', 'a b c'],
    ['{.items[0].metadata.name}', 'a'],
    ['{.items[-1].metadata.name}', 'c'],
    ['{.items[0:2].metadata.name}', 'a b'],
    ['{.items[::2].metadata.name}', 'a c'],
    ['{.items[0,2].metadata.name}', 'a c'],
    ['{.items[0].tags[1:]}', 'two three'],
    ["{.items[0]['metadata','count']}", '{"labels":{"app.kubernetes.io/name":"x"},"name":"a"} 1'],
    ["{.items[0].metadata.labels['app.kubernetes.io/name']}", 'x'],
    ['{.items[0].metadata.labels.app\\.kubernetes\\.io/name}', 'x'],
    ['{.items[?(@.count>2)].metadata.name}', 'b c'],
    ['{.items[?(@.count<=3)].metadata.name}', 'a c'],
    ['{.items[?(@.metadata.name=="b")].count}', '20'],
    ["{.items[?(@.metadata.name!='b')].count}", '1 3'],
    ['{.items[?(@.ready==true)].metadata.name}', 'a'],
    ['{.items[?(@.ready)].metadata.name}', 'a b'],
    ['{..name}', 'a b c'],
    ['{.items[*].ready}', 'true false'],
    ['{.items[2].nothing}', ''],
    ['{.nope.nope}', ''],
    ['{.items[7]}', ''],
    ['{range .items[*]}{.metadata.name}={.count}{"\\n"}{end}', 'a=1\nb=20\nc=3\n'],
    ['{range .items[*]}[{range .tags[*]}{@},{end}]{end}', '[one,two,three,][][four,]'],
    ['{"{quoted}"}', '{quoted}'],
    ['{.items[0].tags}', '["one","two","three"]'],
    ['{$.kind}', 'List'],
  ])('%s prints %j', (template, text) => {
    expect(jsonPath(template, list)).toBe(text);
  });

  test.each([
    ['{.a', 'unclosed action'],
    ['{end}', 'not in range, nothing to end'],
    ['{range .items[*]}', 'unmatched range: write {end}'],
    ['{.items[0}', 'unterminated array'],
    ['{.items[x]}', 'invalid array index x'],
    ['{.items[::0]}', 'step must be > 0'],
    ['{(}', 'unrecognized character in action: ('],
  ])('%s is refused: %s', (template, problem) => {
    expect(() => jsonPath(template, list)).toThrow(`error parsing jsonpath: ${problem}`);
  });
});
