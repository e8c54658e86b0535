import { visibleText } from '@reeve/machinery';
import { expect, test } from 'vitest';

const cases: [string, string, string][] = [
  ['an escape sequence that sets the title', '\u001b]0;PWN\u0007', '\\u001b]0;PWN\\u0007'],
  ['an escape sequence that writes the clipboard', '\u001b]52;c;cm0gLXJm\u0007', '\\u001b]52;c;cm0gLXJm\\u0007'],
  ['a C1 control sequence introducer', '\u009b2J', '\\u009b2J'],
  ['a zero byte', 'a\0b', 'a\\u0000b'],
  ['DEL', 'a\u007fb', 'a\\u007fb'],
  ['a backspace', 'rm\u0008\u0008ls', 'rm\\u0008\\u0008ls'],
  ['a carriage return', 'error\rok   ', 'error\\rok   '],
  ['a line break and a tab', 'a\n\tb', 'a\\n\\tb'],
  ['a right-to-left override', 'gpj.\u202eexe', 'gpj.\\u202eexe'],
  ['a bidirectional isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
  ['a right-to-left mark and an Arabic letter mark', '\u200f\u061c', '\\u200f\\u061c'],
  ['a line separator', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['next line (C1)', 'a\u0085b', 'a\\u0085b'],
];

test.each(cases)('visibleText writes %s as an escape', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test('visibleText keeps line breaks and tabs when the text has several lines, and still no carriage return', () => {
  expect(visibleText('a\n\tb\r\u001b', { keepsLines: true })).toBe('a\n\tb\\r\\u001b');
});

test('visibleText gives back a text that has nothing to quote', () => {
  for (const text of ['', 'website "blog" is served', 'Größe 5 µm · привет · 👩‍🚀 · שלום'])
    expect(visibleText(text)).toBe(text);
});
