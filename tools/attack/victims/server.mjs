/**
 * The embedded API server as a process to attack. It says where it listens, and which of its errors were bugs since it was asked last.
 */
import { inspect } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { answering } from './answering.mjs';

/** @type {string[]} */
const bugs = [];
const server = await ApiServer.start({ port: 0, isPlain: true, onBug: (error) => bugs.push(inspect(error)) });
answering(async () => ({ bugs: bugs.splice(0) }));
process.send?.({ url: server.url });
