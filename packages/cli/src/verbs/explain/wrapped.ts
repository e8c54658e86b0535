/**
 * Text in lines of at most eighty characters, indented.
 */
export function wrapped(text: string, indent: number): string[] {
  const most = 80 - indent;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > most) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
}
