/**
 * `reeve get -w`: what there is, then every change as a line of the same table, until Ctrl-C. A watch that the server ends goes on from where it was.
 */
import type { Table } from '@reeve/client';
import { isExpired, type KubeObject } from '@reeve/machinery';
import { TextTable } from '../output/text-table.ts';
import { resourceRequest, type Place } from '../resource/resource-request.ts';
import type { Target } from '../resource/target.ts';
import { tableLines, type Asked } from './asked.ts';

/** Prints until the signal aborts. */
export async function watchTarget(asked: Asked, target: Target): Promise<void> {
  const watch = new TargetWatch(asked, target);
  let version = await watch.begin();
  for (;;) {
    try {
      version = await watch.follow(version);
    } catch (error) {
      if (!isExpired(error)) throw error;
      version = await watch.versionNow();
    }
  }
}

class TargetWatch {
  readonly #asked: Asked;
  readonly #target: Target;
  readonly #place: Place;
  readonly #text = new TextTable();
  #isHeaderDue: boolean;
  /** The columns: later events leave them out. */
  #columns: Table['columnDefinitions'] = [];

  constructor(asked: Asked, target: Target) {
    this.#asked = asked;
    this.#target = target;
    this.#place = { namespace: asked.namespace, ...target.named?.[0] };
    this.#isHeaderDue = asked.hasHeader;
  }

  /** Prints what there is, and says from where to go on. */
  async begin(): Promise<string> {
    const { context, printer } = this.#asked;
    const { client } = await context.cluster();
    const request = resourceRequest(client, this.#target.kind, this.#place, this.#asked.selection);
    if (printer === undefined) request.as('Table');
    const answer = (await request.do({ signal: context.signal })).get() as unknown as Table & {
      items?: KubeObject[];
    } & KubeObject; // by shape
    if (!context.flags.has('watch-only')) await this.#show(answer);
    return answer.metadata?.resourceVersion ?? '';
  }

  async versionNow(): Promise<string> {
    const { client } = await this.#asked.context.cluster();
    const request = resourceRequest(client, this.#target.kind, { namespace: this.#place.namespace }, { limit: 1 });
    const list = (await request.do({ signal: this.#asked.context.signal })).get() as {
      metadata?: { resourceVersion?: string };
    };
    return list.metadata?.resourceVersion ?? '';
  }

  /** Prints changes until the server ends the stream. */
  async follow(from: string): Promise<string> {
    const { context, selection, printer } = this.#asked;
    const { client } = await context.cluster();
    const { namespace, name } = this.#place;
    const fieldSelector = name === undefined ? selection.fieldSelector : `metadata.name=${name}`;
    const params = { ...selection, fieldSelector, resourceVersion: from, allowWatchBookmarks: true };
    const request = resourceRequest(client, this.#target.kind, { namespace }, params);
    if (printer === undefined) request.as('Table');
    let version = from;
    for await (const { type, object } of request.watch({ signal: context.signal })) {
      version = versionIn(object) ?? version;
      if (type !== 'BOOKMARK') await this.#show(object as unknown as Table & KubeObject); // the shape that was asked for
    }
    context.signal.throwIfAborted();
    return version;
  }

  async #show(what: Table & { items?: KubeObject[] } & KubeObject): Promise<void> {
    const { context, printer } = this.#asked;
    if (printer !== undefined) {
      const { apiVersion, kind } = this.#target.kind; // the items of a list do not say it
      for (const object of what.items ?? [what])
        context.terminal.stdout.write(await printer.print({ object: { apiVersion, kind, ...object } }));
      return;
    }
    if (what.columnDefinitions?.length > 0) this.#columns = what.columnDefinitions;
    const table = { ...what, columnDefinitions: this.#columns };
    if (table.rows.length === 0) return;
    for (const line of tableLines(this.#asked, table, this.#target.kind, this.#text, this.#isHeaderDue))
      context.print(line);
    this.#isHeaderDue = false;
  }
}

/** The version of an event: of the object, or of the object in its row. */
function versionIn(object: unknown): string | undefined {
  const { metadata, rows } = object as { metadata?: { resourceVersion?: string }; rows?: Table['rows'] };
  return rows?.[0]?.object?.metadata.resourceVersion ?? (metadata?.resourceVersion || undefined);
}
