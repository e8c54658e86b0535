#!/usr/bin/env node
/**
 * The executable that npm links. It is in the repository, so that it can be linked when packages are installed and nothing is built yet.
 */
import '../dist/bundle/bin/create-reeve.js';
