/**
 * A process that starts one server in memory and prints how long that took, in milliseconds, and what it then holds in memory.
 */
import { ApiServer } from '@reeve/apiserver';

const started = performance.now();
const server = await ApiServer.start();
const startMs = performance.now() - started;
console.log(JSON.stringify({ startMs, megabytes: process.memoryUsage.rss() / 2 ** 20 }));
await server.stop();
