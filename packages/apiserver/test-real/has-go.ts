/** Whether Go is there, for the suites that ask the Go types themselves. They need no cluster. */
import { spawnSync } from 'node:child_process';

export const hasGo = spawnSync('go', ['version']).status === 0;

if (!hasGo) console.error('codec: Go is not installed, so the codec is not compared with the Go types: skipped');
