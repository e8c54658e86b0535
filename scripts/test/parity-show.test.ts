/**
 * `npm run parity -- --show`: behaviours beside the source of their tests, for a reviewer.
 */
import { describe, expect, test } from 'vitest';
import { first, passed, Project, quote, second, third, unitFile } from './parity-project.ts';

describe.concurrent('--show', () => {
  const source = `import { expect, test } from 'vitest';
import { suite } from './suite.ts';

describe.concurrent('a queue', () => {
  test('waits once${quote(first)}', () => {
    expect('first').toBe('first');
  });

  for (const order of ['fifo', 'lifo']) {
    test(\`keeps \${order}${quote(second)}\`, () => {
      expect(order).toBeDefined();
    });
  }

  test.each([{ n: 1 }, { n: 2 }])('drains $n${quote(third)}', ({ n }) => {
    expect(n).toBeGreaterThan(0);
  });
});

const cases = [
  { title: 'a line${quote('W1')}', input: 'x' },
  { title: 'unrelated', input: 'y' },
];
for (const { title, input } of cases) {
  test(title, () => {
    expect(input).toBe('x');
  });
}
suite();
`;

  test('prints the text of a behaviour, its state, and the test in its source', async () => {
    using project = new Project();
    project.write(unitFile, source);
    project.unit([{ ...passed(`waits once${quote(first)}`), groups: ['a queue'] }]);

    const { code, stdout } = await project.parity('--show', first);

    expect(code).toBe(0);
    expect(stdout).toBe(
      `${first}  A key waits once
state: held

  test: a queue › waits once [passed]
  ${unitFile}:5
    test('waits once${quote(first)}', () => {
      expect('first').toBe('first');
    })
`,
    );
  });

  test('prints a whole family, generated tests with what generates them', async () => {
    using project = new Project();
    project.write(unitFile, source);
    project.unit([passed(`keeps lifo${quote(second)}`), { title: `drains 2${quote(third)}`, status: 'failed' }]);

    const { stdout } = await project.parity('--show', 'Q');

    expect(stdout).toContain(`${first}  A key waits once\nstate: later\n`);
    expect(stdout).toContain(
      `test: keeps lifo [passed]\n  ${unitFile}:9\n    for (const order of ['fifo', 'lifo']) {\n      test(`,
    );
    expect(stdout).toContain(
      `test: drains 2 [failed, does not count]\n  ${unitFile}:15\n    test.each([{ n: 1 }, { n: 2 }])('drains $n`,
    );
    expect(stdout).not.toContain('Events are lines');
  });

  test('prints the row of a table with the loop that makes a test of it', async () => {
    using project = new Project();
    project.write(unitFile, source);
    project.unit([passed(`a line${quote('W1')}`)]);

    const { stdout } = await project.parity('--show', 'W1');

    expect(stdout).toContain(`${unitFile}:21\n    { title: 'a line${quote('W1')}', input: 'x' }`);
    expect(stdout).toContain(`${unitFile}:24\n    for (const { title, input } of cases) {\n      test(title`);
    expect(stdout).not.toContain('unrelated');
  });

  test('prints a named table before the tests made of it, once for all of them', async () => {
    using project = new Project();
    project.write(unitFile, `const rows = ['a', 'b'];\ntest.each(rows)('line %s${quote('W1')}', () => {});\n`);
    project.unit([passed(`line a${quote('W1')}`), passed(`line b${quote('W1')}`)]);

    expect((await project.parity('--show', 'W1')).stdout).toContain(
      `  test: line a [passed]
  test: line b [passed]
  ${unitFile}:1
    const rows = ['a', 'b']
  ${unitFile}:2
    test.each(rows)('line %s${quote('W1')}', () => {})
`,
    );
  });

  test('finds a test of a shared suite in the file that the test file imports', async () => {
    using project = new Project();
    project.write(unitFile, source);
    project.write(
      'packages/queue/test/suite.ts',
      `export function suite() {\n  clusterTest('shared${quote('W1')}', () => {});\n}\n`,
    );
    project.unit([passed(`shared${quote('W1')}`)]);

    expect((await project.parity('--show', 'W1')).stdout).toContain(
      `packages/queue/test/suite.ts:2\n    clusterTest('shared`,
    );
  });

  test('says so when the title is not in the source', async () => {
    using project = new Project();
    project.unit([passed(`renamed since${quote(first)}`)]);

    expect((await project.parity('--show', first)).stdout).toContain(
      `  ${unitFile}\n    (no title like this in the file`,
    );
  });

  test('suggests the nearest id for one that does not exist', async () => {
    using project = new Project();
    project.unit([]);

    expect(await project.parity('--show', 'Q7')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `parity: there is no behaviour and no family 'Q7', the nearest is ${third}\n`,
    });
  });
});
