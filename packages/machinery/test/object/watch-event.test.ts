import { isBookmarkEvent, isInitialEventsEnd, isObjectEvent, isWatchErrorEvent, isWatchEvent } from '@reeve/machinery';
import type { KubeObject, WatchEvent } from '@reeve/machinery';
import { expect, test } from 'vitest';

const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
const marked = (value: string): KubeObject => ({
  ...pod,
  metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': value } },
});

test.each([
  [{ type: 'ADDED', object: pod }, 'object'],
  [{ type: 'MODIFIED', object: pod }, 'object'],
  [{ type: 'DELETED', object: pod }, 'object'],
  [{ type: 'BOOKMARK', object: marked('false') }, 'bookmark'],
  [{ type: 'ERROR', object: { kind: 'Status', code: 410 } }, 'error'],
] as [WatchEvent, string][])('%o is about one thing only', (event, about) => {
  expect(isWatchEvent(event)).toBe(true);
  expect([isObjectEvent(event), isBookmarkEvent(event), isWatchErrorEvent(event)]).toEqual([
    about === 'object',
    about === 'bookmark',
    about === 'error',
  ]);
});

test.each([
  ['another type', { type: 'SYNCED', object: {} }],
  ['no type', { object: {} }],
  ['no object', { type: 'ADDED' }],
  ['a list for an object', { type: 'ADDED', object: [] }],
  ['text', 'ADDED'],
])('a message with %s is no event', (_, value) => {
  expect(isWatchEvent(value)).toBe(false);
});

test.each([
  ['a bookmark that is marked', { type: 'BOOKMARK', object: marked('true') }, true],
  ['a bookmark that is marked otherwise', { type: 'BOOKMARK', object: marked('True') }, false],
  ['a plain bookmark', { type: 'BOOKMARK', object: { metadata: { resourceVersion: '7' } } }, false],
  ['an object that carries the mark', { type: 'ADDED', object: marked('true') }, false],
] as [string, WatchEvent, boolean][])('the end of the initial events: %s', (_, event, expected) => {
  expect(isInitialEventsEnd(event)).toBe(expected);
});
