/**
 * `npm run parity`, run as users run it: what counts as held, which quotes are refused, what the command line takes.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { first, passed, Project, quote, run, second, third, unitFile } from './parity-project.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

describe.concurrent('what counts as held', () => {
  test('a passed test holds every id at the end of its title, after the dot or a comma', async () => {
    using project = new Project();
    project.unit([passed(`waits once${quote(first)}`), passed(`keeps order${quote(`${second}, ${third}`, 'W1')}`)]);

    expect(await project.counts()).toEqual({
      Q: { held: 3, partly: 0, differs: 0, later: 0, of: 3 },
      W: { held: 1, partly: 0, differs: 0, later: 0, of: 1 },
    });
  });

  test('a test that failed or did not run holds nothing', async () => {
    using project = new Project();
    project.unit(
      ['failed', 'skipped', 'pending', 'todo'].map((status) => ({ title: `${status}${quote(first)}`, status })),
    );

    expect((await project.counts())['Q']).toEqual({ held: 0, partly: 0, differs: 0, later: 3, of: 3 });
  });

  test('a test that passed in one report and failed in the other holds nothing', async () => {
    using project = new Project();
    project.unit([passed(`waits once${quote(first)}`)]);
    project.real([{ title: `waits once${quote(first)}`, status: 'failed' }], unitFile);

    expect((await project.counts())['Q']).toMatchObject({ held: 0, later: 3 });
  });

  test('a test of the real suite counts like any other', async () => {
    using project = new Project();
    project.unit([]);
    project.real([passed(`waits once${quote(first)}`)]);

    expect((await project.counts())['Q']).toMatchObject({ held: 1, later: 2 });
  });

  test('a behaviour with a decision record differs, and its tests are listed all the same', async () => {
    using project = new Project();
    project.differs(second, 'docs/decisions/0001-order.md');
    project.write('docs/decisions/0001-order.md', '# Order');
    project.unit([passed(`newest first${quote(second)}`)]);

    await project.parity();

    expect((await project.counts())['Q']).toEqual({ held: 0, partly: 0, differs: 1, later: 2, of: 3 });
    expect(project.row(second)).toBe(
      `| ${second} | Keys leave in order | [differs](decisions/0001-order.md) | [${unitFile}](../${unitFile}) › newest first |`,
    );
  });

  test('a behaviour with parts is held partly until each part has a passed test', async () => {
    using project = new Project();
    project.parts(first, ['once', 'order']);
    project.unit([
      passed(`waits once${quote(`${first} once`)}`),
      { title: `keeps order${quote(`${first} order`)}`, status: 'failed' },
    ]);
    expect((await project.counts())['Q']).toEqual({ held: 0, partly: 1, differs: 0, later: 2, of: 3 });

    project.unit([passed(`waits once${quote(`${first} once`)}`), passed(`keeps order${quote(`${first} order`)}`)]);
    expect((await project.counts())['Q']).toEqual({ held: 1, partly: 0, differs: 0, later: 2, of: 3 });
  });

  test('a test that quotes the id without a part holds all of its parts', async () => {
    using project = new Project();
    project.parts(first, ['once', 'order']);
    project.unit([passed(`waits once, in order${quote(first)}`)]);

    expect((await project.counts())['Q']).toMatchObject({ held: 1, partly: 0 });
  });

  test('parts that are no two different names are an error', async () => {
    using project = new Project();
    for (const parts of [['once'], ['once', 'once'], ['once', 'in, order'], []]) {
      project.parts(first, parts);
      project.unit([]);
      expect(await project.parity('--json')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`the parts of ${first} are to be two or more different names`),
      });
    }
  });

  test('a decision record that does not exist is an error', async () => {
    using project = new Project();
    project.differs(second, 'docs/decisions/0001-order.md');
    project.unit([]);

    expect(await project.parity('--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${second} differs by docs/decisions/0001-order.md`),
    });
  });

  test('what vitest itself reports is understood', { timeout: 60_000 }, async () => {
    using project = new Project();
    project.write(
      unitFile,
      `describe('a queue', () => {
        test('waits once${quote(first)}', () => {});
        test.skip('keeps order${quote(second)}', () => {});
        test.each(['drain'])('a %s waits${quote(third)}', () => {});
        test('lines${quote('W1')}', () => { throw new Error('no'); });
      });`,
    );
    await run(
      vitest,
      [
        'run',
        '--root',
        project.root,
        '--globals',
        '--reporter=json',
        `--outputFile=${project.root}/.reeve/results/unit.json`,
      ],
      project.root,
    );

    expect(await project.counts()).toEqual({
      Q: { held: 2, partly: 0, differs: 0, later: 1, of: 3 },
      W: { held: 0, partly: 0, differs: 0, later: 1, of: 1 },
    });
    await project.parity();
    expect(project.row(third)).toContain(`[${unitFile}](../${unitFile}) › a queue › a drain waits |`);
  });
});

describe.concurrent('wrong quotes', () => {
  const cases = [
    { what: 'a number too high', quoted: 'Q-9', says: `there is no behaviour 'Q-9', the nearest is ${third}` },
    { what: 'a missing dash', quoted: 'Q2', says: `there is no behaviour 'Q2', the nearest is ${second}` },
    { what: 'a dash too many', quoted: 'W-1', says: `there is no behaviour 'W-1', the nearest is W1` },
    { what: 'a small letter', quoted: 'q-1', says: `there is no behaviour 'q-1', the nearest is ${first}` },
    { what: 'an unknown family', quoted: 'QX-1', says: `there is no behaviour 'QX-1', the nearest is ${first}` },
    {
      what: 'prose',
      quoted: 'in memory',
      says: `there is no behaviour 'in memory': after ' · ' come ids of docs/behaviours.json only`,
    },
  ];
  test('all fail together, passed or not, each with file, test and the nearest id', async () => {
    using project = new Project();
    project.unit(
      cases.map(({ what, quoted }, index) => ({
        title: `${what}${quote(first, quoted)}`,
        status: index === 0 ? 'passed' : 'skipped',
      })),
    );

    const { code, stdout, stderr } = await project.parity('--json');

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      cases.map(({ what, quoted, says }) => `parity: ${unitFile} › ${what}${quote(first, quoted)}: ${says}\n`).join(''),
    );
  });

  test('a part that the behaviour does not have is refused, and so is a part of a behaviour without parts', async () => {
    using project = new Project();
    project.parts(first, ['once', 'order']);
    project.unit([passed(`waits${quote(`${first} twice`)}`), passed(`keeps${quote(`${second} order`)}`)]);

    expect((await project.parity('--json')).stderr).toBe(
      `parity: ${unitFile} › waits${quote(`${first} twice`)}: ${first} has no part 'twice', it has once, order\n` +
        `parity: ${unitFile} › keeps${quote(`${second} order`)}: ${second} has no part 'order': docs/behaviours.json names no parts of it\n`,
    );
  });

  test('an id on a describe block is refused, once for all its tests', async () => {
    using project = new Project();
    const groups = [`a queue${quote(first)}`];
    project.unit([
      { ...passed('waits once'), groups },
      { ...passed('keeps order'), groups },
    ]);

    const { code, stderr } = await project.parity();

    expect(code).toBe(1);
    expect(stderr).toBe(
      `parity: ${unitFile} › ${groups[0]}: ${first} stands on a describe block, which holds nothing: quote it on the test that holds it\n`,
    );
  });

  test('an id of two letters inside a sentence is refused', async () => {
    using project = new Project();
    const id = ['QQ', 1].join('-');
    project.write(
      'docs/behaviours.json',
      JSON.stringify({
        families: { QQ: { title: 'Queue', source: 'upstream', behaviours: { [id]: { name: 'A key waits' } } } },
      }),
    );
    project.unit([passed(`${id}: waits once`)]);

    expect((await project.parity('--json')).stderr).toContain(`${id} belongs to the end of the title`);
  });
});

test('--json prints the counts and nothing else, and writes nothing', async () => {
  using project = new Project();
  project.unit([passed(`waits once${quote(first)}`)]);

  const { code, stdout, stderr } = await project.parity('--json');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    `${JSON.stringify({ families: { Q: { held: 1, partly: 0, differs: 0, later: 2, of: 3 }, W: { held: 0, partly: 0, differs: 0, later: 1, of: 1 } } }, null, 2)}\n`,
  );
  expect(() => project.page()).toThrow('ENOENT');
});

describe.concurrent('the command line', () => {
  test('--help goes to stdout, without needing any file', async () => {
    using project = new Project();
    project.remove('docs');

    expect(await project.parity('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: npm run parity'),
      stderr: '',
    });
  });

  test.each([
    [['--colour'], '--colour'],
    [['--show'], '--show'],
    [['extra'], 'extra'],
    [['--json', '--check'], '--json and --check exclude each other'],
  ])('%j is refused with what is wrong and where to look', async (args, says) => {
    using project = new Project();

    const { code, stdout, stderr } = await project.parity(...args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).toContain('--help');
  });
});
