import { expect, test } from 'vitest';
import { nodeVersionProblem } from '../setup/node-version.mjs';

for (const version of ['12.22.0', '18.20.8', '20.18.3']) {
  test(`Node ${version} is refused in one sentence that says what to do`, () => {
    expect(nodeVersionProblem(version)).toBe(
      `reeve needs Node 20.19 or newer and this is Node ${version}: install a newer Node and run the command again.`,
    );
  });
}

for (const version of ['20.19.0', '20.20.2', '22.0.0', '26.1.0']) {
  test(`Node ${version} will do`, () => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });
}
