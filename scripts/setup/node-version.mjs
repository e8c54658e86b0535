/**
 * Refuses a Node that is too old, in one sentence. Written in the oldest JavaScript that modules allow and imported before
 * everything else, so that an old Node reads it instead of failing on newer syntax.
 */

/** The oldest Node that reeve runs on. */
const floor = { major: 20, minor: 19 };

/**
 * What to tell the user of this Node, or undefined when it will do.
 * @param {string} version as in `process.versions.node`
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < floor.major || (major === floor.major && minor < floor.minor);
  return isOld
    ? 'reeve needs Node ' +
        floor.major +
        '.' +
        floor.minor +
        ' or newer and this is Node ' +
        version +
        ': install a newer Node and run the command again.'
    : undefined;
}

const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
