/**
 * A process of its own that reads lists again and again and does nothing with them. It is told over IPC what to ask for and how many at once, and says `open` when every list has begun; when it
 * is asked, it says how many lists have ended.
 */
import { openSocket } from './open-socket.mjs';

/** @typedef {{ access: import('./connection.mjs').Access, path: string, readers: number, end: string }} Task `end` is what the last piece of a list has, as text */

let ended = 0;

process.once('message', (/** @type {Task} */ task) => {
  let waiting = task.readers;
  for (let index = 0; index < task.readers; index += 1)
    read(task, () => {
      if ((waiting -= 1) === 0) process.send?.('open');
    });
  process.on('message', () => process.send?.({ ended }));
});
process.once('disconnect', () => process.exit());

/** Reads one list to its end, and then the next over a new connection. @param {Task} task @param {() => void} onOpen */
function read(task, onOpen) {
  const { access, path, end } = task;
  let [isOpen, isOver, tail] = [false, false, ''];
  const socket = openSocket(access, (buffer, bytes) => {
    if (!isOpen) onOpen();
    isOpen = true;
    const last = buffer.toString('latin1', Math.max(0, bytes - 512), bytes);
    tail = (tail + last).slice(-512);
    if (isOver || !tail.includes(end)) return;
    isOver = true;
    ended += 1;
    socket.destroy();
    read(task, () => {});
  });
  const head = `GET ${path} HTTP/1.1\r\nhost: ${new URL(access.url).host}\r\naccept: application/json\r\nuser-agent: bench\r\n\r\n`;
  socket.once('secureConnect', () => socket.write(head));
  socket.on('error', (error) => {
    throw error;
  });
}
