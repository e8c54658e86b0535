/**
 * Counts requests by who sends them, from the audit log of a kube-apiserver. A watch counts when it begins.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The flags with which a server writes its log into a folder. @param {string} folder */
export function auditArguments(folder) {
  const policy = join(folder, 'policy.yaml');
  const rules = [{ level: 'Metadata', omitStages: ['RequestReceived'] }];
  writeFileSync(policy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
  return [`--audit-policy-file=${policy}`, `--audit-log-path=${logIn(folder)}`];
}

/** @param {string} folder */
const logIn = (folder) => join(folder, 'audit.log');

/** Reads the log as it grows. */
export class AuditLog {
  #read = 0;
  #rest = '';
  /** @type {Record<string, number>} */
  #byVerb = {};

  /** @param {string} folder @param {RegExp} agent */
  constructor(folder, agent) {
    this.path = logIn(folder);
    this.agent = agent;
  }

  /** How many requests there were so far, by verb and resource. @returns {Readonly<Record<string, number>>} */
  counts() {
    const lines = (this.#rest + this.#grown()).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#count(JSON.parse(line));
    return { ...this.#byVerb };
  }

  #grown() {
    const file = openSync(this.path, 'r');
    const bytes = Buffer.alloc(fstatSync(file).size - this.#read);
    const length = readSync(file, bytes, 0, bytes.length, this.#read);
    closeSync(file);
    this.#read += length;
    return bytes.toString('utf8', 0, length);
  }

  /** @param {{ stage: string, verb: string, userAgent?: string, objectRef?: { resource: string, subresource?: string } }} entry */
  #count({ stage, verb, userAgent = '', objectRef }) {
    if (!this.agent.test(userAgent) || (verb === 'watch') !== (stage === 'ResponseStarted')) return;
    const what = [objectRef?.resource, objectRef?.subresource].filter(Boolean).join('/');
    const name = `${verb} ${what}`;
    this.#byVerb[name] = (this.#byVerb[name] ?? 0) + 1;
  }
}

/** @param {Readonly<Record<string, number>>} counts */
export const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
