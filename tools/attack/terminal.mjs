/**
 * Control characters in objects, shown by the commands on a terminal: none may reach it, or whoever writes an annotation rules the screen of whoever looks.
 */
import { Victim } from './victim.mjs';

const sequences = [
  '\u001b]0;title\u0007',
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u001b[2J\u001b[1;1H',
  '\u001b[8m',
  '\u009b31m',
  '\u009d0;title\u009c',
  '\u0007',
  '\b\b\b\b',
  'a\rb',
  '\u0000',
  '\u007f',
  '\u001bPq\u001b\\',
];
/** @type {readonly (readonly string[])[]} */
const commandLines = [
  ['describe', 'configmap', 'shown'],
  ['get', 'configmap', 'shown'],
  ['get', 'configmaps', '-o', 'wide'],
  ['get', 'configmap', 'shown', '-o', 'yaml'],
  ['get', 'configmap', 'shown', '-o', 'json'],
  ['get', 'configmap', 'shown', '-o', 'custom-columns=A:.data.a,B:.metadata.annotations'],
  ['get', 'configmap', 'shown', '-o', 'jsonpath={.data.a}{.metadata.annotations}'],
];

/** @type {import('./main.mjs').Group} */
export const group = {
  name: 'terminal',
  fixed: sequences.length * commandLines.length,
  quick: sequences.length * commandLines.length + 30,
  async start() {
    const victim = new Victim('command');
    return {
      caseOf: (number, random) => {
        const isFixed = number < sequences.length * commandLines.length;
        const text = isFixed ? (sequences[Math.floor(number / commandLines.length)] ?? '') : drawn(random);
        const words = commandLines[isFixed ? number % commandLines.length : random.integer(commandLines.length)] ?? [];
        return { name: `${words.join(' ')} of ${JSON.stringify(text)}`, run: () => judge(victim, text, words) };
      },
      stop: () => victim.stop(),
    };
  },
};

/** @param {import('@reeve/machinery').SeededRandom} random */
function drawn(random) {
  const character = () => String.fromCharCode(random.integer(3) === 0 ? random.integer(32) : random.integer(0xa0));
  return Array.from({ length: 1 + random.integer(20) }, character).join('');
}

/** @param {Victim} victim @param {string} text @param {readonly string[]} words */
async function judge(victim, text, words) {
  const object = {
    metadata: { name: 'shown', namespace: 'default', annotations: { 'example.com/a': text } },
    data: { a: text, b: `line\n${text}` },
  };
  const { answer, problem } = await victim.ask({ task: 'show', object, words }, 5000);
  if (problem !== undefined) return problem;
  if (answer?.['error'] !== undefined) return `it failed: ${answer['error']}`;
  if (answer?.['code'] !== 0) return `it ended with exit code ${answer?.['code']}: ${answer?.['err']}`;
  const printed = `${answer?.['out']}${answer?.['err']}`;
  // eslint-disable-next-line no-control-regex
  const found = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.exec(printed);
  if (found === null) return undefined;
  return `it printed ${JSON.stringify(printed.slice(Math.max(0, found.index - 40), found.index + 40))}`;
}
