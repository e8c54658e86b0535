/**
 * A Dockerfile that makes the same image, for those who build with one. The last stage only copies, so that any base with Node will do.
 */

/** What the Dockerfile says. */
export interface DockerfileOptions {
  /** The base of the last stage. */
  readonly base: string;
  /** The path of node in the base, or its name on the PATH. */
  readonly node: string;
  readonly user: number;
  /** Files and folders of the program beside package.json, as they stand in the project. */
  readonly command: readonly string[];
}

/** The text of the Dockerfile. */
export const dockerfile = ({ base, node, user, command }: DockerfileOptions): string =>
  `${[
    'FROM node:24-slim AS dependencies',
    'WORKDIR /app',
    'COPY package.json package-lock.json ./',
    'RUN npm ci --omit=dev --ignore-scripts',
    '',
    `FROM ${base}`,
    'WORKDIR /app',
    'ENV NODE_ENV=production',
    'COPY --from=dependencies /app/node_modules ./node_modules',
    'COPY . .',
    `USER ${user}:${user}`,
    `ENTRYPOINT ${JSON.stringify([node, '/app/node_modules/reeve/dist/bundle/bin/reeve.js'])}`,
    ...(command.length === 0 ? [] : [`CMD ${JSON.stringify(command)}`]),
  ].join('\n')}\n`;
