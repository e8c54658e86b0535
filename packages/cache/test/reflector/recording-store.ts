/** A store for tests of the reflector: a map, and a log of what was asked of it. */
import type { ReflectorStore } from '@reeve/cache';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

export type Stored = DeepReadonly<KubeObject>;

export class RecordingStore implements ReflectorStore<Stored> {
  readonly objects = new Map<string, Stored>();
  readonly log: string[] = [];
  readonly versions: string[] = [];
  resyncs = 0;
  onResync: () => void = () => {};
  onReplace: () => void | Promise<void> = () => {};

  add(object: Stored): void {
    this.log.push(`add ${nameOf(object)}`);
    this.objects.set(nameOf(object), object);
  }

  update(object: Stored): void {
    this.log.push(`update ${nameOf(object)}`);
    this.objects.set(nameOf(object), object);
  }

  delete(object: Stored): void {
    this.log.push(`delete ${nameOf(object)}`);
    this.objects.delete(nameOf(object));
  }

  async replace(objects: readonly Stored[], resourceVersion: string): Promise<void> {
    await this.onReplace();
    this.log.push(`replace ${objects.map(nameOf).join(',')} @${resourceVersion}`);
    this.objects.clear();
    for (const object of objects) this.objects.set(nameOf(object), object);
  }

  resync(): void {
    this.resyncs += 1;
    this.onResync();
  }

  bookmark(resourceVersion: string): void {
    this.log.push(`bookmark ${resourceVersion}`);
  }

  updateResourceVersion(resourceVersion: string): void {
    this.versions.push(resourceVersion);
  }

  peek(namespace: string | undefined, name: string): Stored | undefined {
    const object = this.objects.get(name);
    return object?.metadata.namespace === namespace ? object : undefined;
  }

  names(): string[] {
    return [...this.objects.keys()].toSorted();
  }
}

const nameOf = ({ metadata }: Stored): string => metadata.name ?? '';
