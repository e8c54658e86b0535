/**
 * The work that is measured, once on the work queue and once on the floor. Keys are taken with `tryTake()`, the cheapest public
 * way; `loop` takes them by async iteration. Every load returns how many keys were handed out, so that none can cheat.
 */
import { nodeHost } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { BareQueue } from './bare-queue.mjs';

const { clock } = nodeHost();

/** @param {number} count */
export const distinctKeys = (count) => Array.from({ length: count }, (_, at) => `default/object-${at}`);

/**
 * All keys are added, and then all are taken.
 * @param {readonly string[]} keys
 */
export const backlog = (keys) => ({
  subject: () => {
    const queue = new WorkQueue({ clock });
    for (const key of keys) queue.add(key);
    let handedOut = 0;
    for (let item = queue.tryTake(); item !== undefined; item = queue.tryTake(), handedOut += 1) item.done();
    return handedOut;
  },
  floor: () => {
    const queue = new BareQueue();
    for (const key of keys) queue.add(key);
    let handedOut = 0;
    for (let key = queue.take(); key !== undefined; key = queue.take(), handedOut += 1) queue.done(key);
    return handedOut;
  },
});

/**
 * Keys go round in a ring, each added and one taken for it, while the 500 that were added before it wait.
 * @param {readonly string[]} keys
 */
export const passage = (keys) => {
  const queue = new WorkQueue({ clock });
  const bare = new BareQueue();
  for (const key of keys.slice(-500)) {
    queue.add(key);
    bare.add(key);
  }
  return {
    subject: () => {
      let handedOut = 0;
      for (const key of keys) {
        queue.add(key);
        const item = queue.tryTake();
        if (item === undefined) continue;
        handedOut += 1;
        item.done();
      }
      return handedOut;
    },
    floor: () => {
      let handedOut = 0;
      for (const key of keys) {
        bare.add(key);
        const taken = bare.take();
        if (taken === undefined) continue;
        handedOut += 1;
        bare.done(taken);
      }
      return handedOut;
    },
  };
};

/**
 * A few keys are added all the time: while they wait, and while they are held.
 * @param {readonly string[]} keys
 * @param {number} turns
 */
export const hot = (keys, turns) => ({
  subject: () => {
    const queue = new WorkQueue({ clock });
    let handedOut = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      queue.add(keys[turn % keys.length] ?? '');
      queue.add(keys[(turn * 7) % keys.length] ?? '');
      const item = queue.tryTake();
      if (item === undefined) continue;
      handedOut += 1;
      queue.add(item.key);
      item.done();
    }
    return handedOut;
  },
  floor: () => {
    const queue = new BareQueue();
    let handedOut = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      queue.add(keys[turn % keys.length] ?? '');
      queue.add(keys[(turn * 7) % keys.length] ?? '');
      const key = queue.take();
      if (key === undefined) continue;
      handedOut += 1;
      queue.add(key);
      queue.done(key);
    }
    return handedOut;
  },
});

/**
 * All keys are added, and then a loop takes them.
 * @param {readonly string[]} keys
 */
export const loop = async (keys) => {
  const queue = new WorkQueue({ clock });
  for (const key of keys) queue.add(key);
  queue.shutDown();
  let handedOut = 0;
  for await (const item of queue.take()) if (item.held) handedOut += 1;
  return handedOut;
};

/**
 * All keys are added with one of three priorities and a cause, and then all are taken.
 * @param {readonly string[]} keys
 */
export const adorned = (keys) => {
  /** @type {WorkQueue<string, string>} */
  const queue = new WorkQueue({ clock });
  for (const [at, cause] of keys.entries()) queue.add(cause, { priority: at % 3, cause });
  let causes = 0;
  for (let item = queue.tryTake(); item !== undefined; item = queue.tryTake()) {
    causes += item.causes.length;
    item.done();
  }
  return causes;
};
