import { ManualClock } from '@reeve/machinery';
import { WorkQueue, type ReadyKey, type ReadyOrder, type ReadyOrderFactory } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

/** An order of one's own: last in, first out. It writes down what it is asked. */
class Stack<Waiting extends ReadyKey<string>> implements ReadyOrder<Waiting> {
  readonly #stack: Waiting[] = [];
  readonly #log: string[];

  constructor(log: string[]) {
    this.#log = log;
  }

  get length(): number {
    return this.#stack.length;
  }

  push(waiting: Waiting): void {
    this.#log.push(`push ${waiting.key}`);
    this.#stack.push(waiting);
  }

  touch(waiting: Waiting, formerPriority: number): void {
    this.#log.push(`touch ${waiting.key} ${formerPriority}→${waiting.priority}`);
  }

  pop(): Waiting | undefined {
    return this.#stack.pop();
  }
}

const setup = () => {
  const log: string[] = [];
  const order: ReadyOrderFactory<string> = () => new Stack(log);
  return { log, queue: new WorkQueue<string>({ clock: new ManualClock(), order }) };
};

describe('an order of one’s own', () => {
  test('decides which key is next', () => {
    const { queue } = setup();
    queue.addAll(['a', 'b', 'c']);
    expect(queue.length).toBe(3);
    expect(takeAll(queue)).toEqual(['c', 'b', 'a']);
  });

  test('is touched for each repeated add of a waiting key, which stays one · WQ-5', () => {
    const { queue, log } = setup();
    queue.add('a');
    queue.add('a');
    queue.add('a', { priority: 7 });
    queue.addAfter('a', 100, { priority: 2 });
    expect(log).toEqual(['push a', 'touch a 0→0', 'touch a 0→7', 'touch a 7→7']);
    expect(takeAll(queue)).toEqual(['a']);
  });

  test('is not touched for a held key, which no other worker gets before it is done and which comes back once · WQ-6', () => {
    const { queue, log } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.addAll(['a', 'a', 'a'], { priority: 1 });
    expect(queue.tryTake()).toBeUndefined();
    expect(log).toEqual(['push a']);
    item.done();
    expect(log).toEqual(['push a', 'push a']);
    expect(takeAll(queue)).toEqual(['a']);
  });
});
