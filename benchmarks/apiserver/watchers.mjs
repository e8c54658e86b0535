/**
 * A process of its own that holds watches and does nothing but count events, so that the figures are about the server: each connection reads into one
 * buffer, and a line feed after a brace is an event. It is told what to open over IPC, says `open` when the server has answered all, and `done` when every
 * watch has seen so many events.
 */
import { openSocket } from './open-socket.mjs';

/** @typedef {{ access: import('./connection.mjs').Access, path: string, watchers: number, events: number }} Task */

const lineFeed = 0x0a;
const brace = 0x7d;

process.once('message', (/** @type {Task} */ task) => {
  let waiting = task.watchers;
  let missing = task.watchers * task.events;
  for (let index = 0; index < task.watchers; index += 1)
    openWatch(
      task,
      () => {
        if ((waiting -= 1) === 0) process.send?.('open');
      },
      (count) => {
        if (missing > 0 && (missing -= count) <= 0) process.send?.('done');
      },
    );
});
process.once('disconnect', () => process.exit());

/**
 * Opens one watch. `onOpen` is called with the head of the answer, `onEvents` with the number of events in what arrives.
 * @param {Task} task
 * @param {() => void} onOpen
 * @param {(count: number) => void} onEvents
 */
function openWatch({ access, path }, onOpen, onEvents) {
  const { host } = new URL(access.url);
  const count = counter();
  let isOpen = false;
  const socket = openSocket(access, (buffer, bytes) => {
    if (!isOpen) onOpen();
    isOpen = true;
    onEvents(count(buffer, bytes));
  });
  const head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\nuser-agent: bench\r\n\r\n`;
  socket.once('secureConnect', () => socket.write(head));
  socket.on('error', (error) => {
    throw error;
  });
}

/** Counts events in the pieces of one stream: JSON has no line feeds of its own, and those of the framing follow a carriage return. */
function counter() {
  let last = 0;
  return (/** @type {Buffer} */ buffer, /** @type {number} */ bytes) => {
    let count = 0;
    for (let at = buffer.indexOf(lineFeed); at !== -1 && at < bytes; at = buffer.indexOf(lineFeed, at + 1))
      if ((at === 0 ? last : buffer[at - 1]) === brace) count += 1;
    last = buffer[bytes - 1] ?? 0;
    return count;
  };
}
