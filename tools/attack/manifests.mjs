/**
 * Hostile YAML and JSON as manifests, kubeconfigs and answers: deep, wide, with aliases of aliases, cut, of the wrong type. Each has to be read or refused within seconds, in a sentence and without a stack.
 */
import { Victim } from './victim.mjs';

/** @typedef {{ name: string, task: 'kubeconfig' | 'json' | 'apply', text: string }} TextCase */

const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: default\ndata:\n  a: "1"\n`;
const kubeconfig = `apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts:\n- name: a\n  context: {cluster: a, user: a}\nclusters:\n- name: a\n  cluster: {server: "https://localhost:1"}\nusers:\n- name: a\n  user: {token: secret}\n`;
const wide = (/** @type {number} */ count) =>
  `data:\n${Array.from({ length: count }, (_, n) => `  k${n}: v`).join('\n')}\n`;
const aliases = (/** @type {number} */ count) =>
  `a0: &a0 [x,x]\n${Array.from({ length: count }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n},*a${n}]`).join('\n')}\n`;
const block = (/** @type {number} */ depth) => Array.from({ length: depth }, (_, n) => `${' '.repeat(n)}a:`).join('\n');

/** @type {readonly [name: string, text: string][]} */
const texts = [
  ['nothing', ''],
  ['a mark of byte order alone', '\ufeff'],
  ['a scalar', '5'],
  ['null', 'null\n---\nnull\n'],
  ['a flow nested 900 levels', `${manifest}x: ${'['.repeat(900)}${']'.repeat(900)}`],
  ['a flow nested 100,000 levels', '['.repeat(100_000)],
  ['blocks nested 2,000 levels', block(2000)],
  ['20,000 keys', manifest + wide(20_000).replace('data:', 'x:')],
  ['60,000 keys', wide(60_000)],
  ['aliases of aliases', manifest + aliases(27)],
  ['100,000 anchors', Array.from({ length: 100_000 }, (_, n) => `- &a${n} x`).join('\n')],
  ['a merge key that is a list of itself', 'a: &a\n  <<: *a\n'],
  ['a comment of 4 MB', `${manifest}#${'x'.repeat(4 << 20)}`],
  ['a field called __proto__', `${manifest}__proto__: {polluted: true}\n`],
  ['a tag of JavaScript', `${manifest}x: !!js/function "function () {}"\n`],
  ['a kind with escape sequences', manifest.replace('ConfigMap', '"Config\\e]0;x\\aMap"')],
  ['a key that is there twice', `${manifest}kind: Secret\n`],
  ['a syntax error on a line of 100 KB', `${manifest}x: "${'y'.repeat(100_000)}\n`],
  ['ten thousand documents', '---\n'.repeat(10_000)],
  ['lists in place of maps', manifest.replace('metadata:\n', 'metadata: [a]\n')],
];
const tasks = /** @type {const} */ (['apply', 'kubeconfig', 'json']);
/** @type {readonly TextCase[]} */
const fixed = texts.flatMap(([name, text]) =>
  tasks.map((task) => ({
    name: `${task} of ${name}`,
    task,
    text: task === 'kubeconfig' ? text.replace(manifest, kubeconfig) : text,
  })),
);

/** @type {import('./main.mjs').Group} */
export const group = {
  name: 'manifests',
  fixed: fixed.length,
  quick: fixed.length + 40,
  async start() {
    const victim = new Victim('command');
    return {
      caseOf: (number, random) => {
        const one = fixed[number] ?? mutated(random);
        const run = async () => {
          if (number % 20 === 0) await victim.stop(); // a command is a process of its own, and ends with what it read
          return judge(victim, one);
        };
        return { name: one.name, run };
      },
      stop: () => victim.stop(),
    };
  },
};

/** A right text with a few changes. @param {import('@reeve/machinery').SeededRandom} random @returns {TextCase} */
function mutated(random) {
  const task = tasks[random.integer(tasks.length)] ?? 'apply';
  const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1"}}';
  let text = task === 'apply' ? manifest : task === 'kubeconfig' ? kubeconfig : json;
  const words = [
    '[',
    '{',
    '&a ',
    '*a',
    '<<: ',
    '!!binary ',
    '- ',
    ': ',
    '\t',
    '"',
    "'",
    '|\n',
    '>',
    '? ',
    '%',
    '@',
    '`',
    '\u0000',
    '\ud800',
    '\u2028',
    '---\n',
    '...\n',
    '1e999',
    '0x1',
    'null',
    '~',
    '__proto__: ',
  ];
  for (let left = 1 + random.integer(5); left > 0; left -= 1) {
    const [at, size] = [random.integer(text.length + 1), random.integer(20)];
    const word = words[random.integer(words.length)] ?? '';
    text =
      text.slice(0, at) +
      (random.integer(4) === 0 ? '' : word.repeat(1 + random.integer(3))) +
      text.slice(at + (random.integer(3) === 0 ? size : 0));
  }
  return { name: `${task} of ${JSON.stringify(text.slice(0, 150))}`, task, text };
}

/** @param {Victim} victim @param {TextCase} one */
async function judge(victim, { task, text }) {
  const { answer, problem } = await victim.ask({ task, text }, 3000);
  if (problem !== undefined) return problem;
  const said = `${answer?.['error'] ?? ''}${answer?.['err'] ?? ''}`;
  if (/Maximum call stack|\b(?:TypeError|RangeError|ReferenceError)\b|\n\s+at \S+ \(/.test(said))
    return `it says ${said.slice(0, 400)}`;
  if (said.length > 20_000) return `it says ${said.length} characters`;
  const { answer: after, problem: trouble } = await victim.ask({ task: 'apply', text: manifest }, 5000);
  return (
    trouble ??
    (after?.['code'] === 0
      ? undefined
      : `a right manifest was refused after that: ${after?.['err'] ?? after?.['error']}`)
  );
}
