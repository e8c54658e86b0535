/**
 * Whether a server serves what a program looks at: asked before a new version takes the place of one that works.
 */
import { NoMatchError } from '@reeve/client';
import type { Client } from '@reeve/client';
import { formatGvk, isNotFound } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import { kindsOf } from '../program/program.ts';
import type { Program } from '../program/program.ts';

/** Rejects with a `NoMatchError` for the first kind that is not there. Controllers that do without theirs do not count. */
export async function requireServed({ controllers }: Program, client: Client, signal: AbortSignal): Promise<void> {
  const needed = controllers.filter(({ presence = 'required' }) => presence === 'required').flatMap(kindsOf);
  const kinds = new Map(needed.map((kind) => [formatGvk(kind.gvk), kind]));
  await Promise.all([...kinds.values()].map((kind) => ask(kind, client, signal)));
}

async function ask(kind: AnyKind, client: Client, signal: AbortSignal): Promise<void> {
  try {
    await client.list(kind, { limit: 1, signal });
  } catch (error) {
    if (isNotFound(error)) throw new NoMatchError(`${kind.gvk.kind} of ${kind.apiVersion}`);
    throw error;
  }
}
