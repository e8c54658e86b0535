/**
 * `reeve image`.
 */
import type { CommandDeclaration } from '../command/command.ts';
import { writing } from '../scaffold/declarations.ts';

/** Builds a container image, or writes a Dockerfile. */
export const imageCommand: CommandDeclaration = {
  name: 'image',
  group: 'Ship and run',
  summary: 'build a container image without Docker and push it, or write a Dockerfile',
  description:
    'With --oci or --push, builds an image from package-lock.json and the files of the folder: no Docker, no root, and the same digest for the same input. A list of\n' +
    'all packages (SPDX) is attached to it. The digest goes to stdout. Without them, writes a Dockerfile and a .dockerignore that make the same image.\n' +
    "Credentials are those of Docker's config.json (docker login, podman login), credential helpers included. The time in the image is SOURCE_DATE_EPOCH, or 1970.",
  arguments: [{ syntax: '[file]', summary: 'the program that the image runs unless told otherwise' }],
  flags: [
    { syntax: '--base <image>', summary: 'an image with Node: HOST/NAME:TAG, or oci:FOLDER' },
    { syntax: '--oci <folder>', summary: 'write an OCI layout; .reeve/image by default' },
    { syntax: '--push <image>', summary: 'push to a registry: HOST/NAME:TAG' },
    {
      syntax: '--platform <platform>',
      summary: 'linux/amd64 or linux/arm64; both by default, where no package is for one only',
      isRepeatable: true,
    },
    { syntax: '--node <path>', summary: 'where node is in the base; node by default' },
    { syntax: '--user <number>', summary: 'the user that runs the program; 65532 by default' },
    { syntax: '--libc <name>', summary: 'the C library of the base', choices: ['glibc', 'musl'], preset: 'glibc' },
    { syntax: '--label <name=value>', summary: 'a label of the image', isRepeatable: true },
    { syntax: '--ca-file <file>', summary: 'an authority that registries are trusted by, in PEM' },
    { syntax: '--print', summary: 'print the Dockerfile, and write nothing' },
    ...writing,
  ],
  examples: [
    'reeve image website.ts --base registry.example.com/node:24-slim --push registry.example.com/team/website:1.0',
    'reeve image website.ts --base oci:node --oci build/image',
    'reeve image --print',
  ],
  load: () => import('./image.ts'),
};
