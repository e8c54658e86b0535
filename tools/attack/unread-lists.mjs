/**
 * Forty clients that ask for a list of 54 MB and do not read it, in every form that a list has. What they cost may not depend on the length of the list, and whoever else asks is answered as ever.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { create, healthy } from './http.mjs';
import { Victim } from './victim.mjs';

/** @typedef {import('./main.mjs').Group} Group */

const path = '/api/v1/namespaces/default/configmaps';
const readers = 40;
const objects = 54;
const objectBytes = 1_000_000;
/** How often others ask meanwhile. */
const othersAsk = 10;

/** @param {string} accept */
const asking = (accept) => `accept: ${accept}\r\n`;
const protobuf = 'application/vnd.kubernetes.protobuf';
const shapes = ';g=meta.k8s.io;v=v1';

/** @type {readonly { name: string, target: string, headers: string }[]} */
const fixed = [
  { name: 'JSON', target: path, headers: '' },
  { name: 'JSON in gzip', target: path, headers: 'accept-encoding: gzip\r\n' },
  { name: 'indented JSON', target: `${path}?pretty=true`, headers: '' },
  { name: 'YAML', target: path, headers: asking('application/yaml') },
  { name: 'protobuf', target: path, headers: asking(protobuf) },
  {
    name: 'a Table with whole objects',
    target: `${path}?includeObject=Object`,
    headers: asking(`application/json;as=Table${shapes}`),
  },
  { name: 'a watch with initial events', target: `${path}?watch=true`, headers: '' },
  { name: 'a watch in protobuf', target: `${path}?watch=true`, headers: asking(protobuf) },
  {
    name: 'a list by a watch',
    target: `${path}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    headers: '',
  },
];

/** @type {Group} */
export const group = {
  name: 'lists',
  fixed: fixed.length,
  quick: fixed.length,
  async start() {
    const victim = new Victim('server');
    await victim.start();
    for (let number = 0; number < objects; number += 1)
      await create(victim, `large-${number}`, { a: 'x'.repeat(objectBytes) });
    return {
      caseOf: (number, random) => {
        const form = /** @type {typeof fixed[number]} */ (fixed[number] ?? fixed[random.integer(fixed.length)]);
        return { name: `${readers} unread lists as ${form.name}`, run: () => judge(victim, form) };
      },
      stop: () => victim.stop(),
    };
  },
};

/** @param {Victim} victim @param {{ target: string, headers: string }} form */
async function judge(victim, { target, headers }) {
  const port = Number(new URL(victim.greeting['url']).port);
  const sockets = Array.from({ length: readers }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}));
  try {
    for (const socket of sockets) socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
    await Promise.all(sockets.map((socket) => once(socket, 'data').then(() => socket.pause())));
    for (let turn = 0; turn < othersAsk; turn += 1) {
      const problem = (await healthy(victim, 2000)) ?? victim.memoryProblem();
      if (problem !== undefined) return `${problem}, while ${readers} clients did not read their lists`;
    }
    const { answer, problem } = await victim.ask({}, 5000);
    return problem ?? answer?.['bugs'][0];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
