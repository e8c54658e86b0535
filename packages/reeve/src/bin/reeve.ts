#!/usr/bin/env node
/**
 * The `reeve` executable.
 */
import { endWith, runCli } from '@reeve/cli';

await endWith((terminal) => runCli(process.argv.slice(2), { terminal }));
