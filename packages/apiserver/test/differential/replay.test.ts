/**
 * Every probe of the library against our server, compared field by field with what a real Kubernetes answered. What is known to differ is listed,
 * holds no ids, and must go on differing: an entry that is no longer needed fails.
 */
import { ApiServer } from '@reeve/apiserver';
import { afterAll, describe, test } from 'vitest';
import { describe as described } from '../../../../tools/differential/difference.mjs';
import { replay, type StepDifference } from '../../../../tools/differential/replay.mjs';
import { nameOf, readTranscripts } from '../../../../tools/differential/transcripts.mjs';
import known from './known-differences.json' with { type: 'json' };
import { library } from './probe-library.mjs';

const id = 'xprobe';
const deadlineMs = 20_000;
const deadlineOfKnownMs = 5_000;

afterAll(() => {
  if (known.length > 0) console.info(`known differences to a real server: ${known.length}`);
});

describe.each(Object.entries(library))('%s', (section, probes) => {
  const transcripts = readTranscripts(section);
  for (const probe of probes) {
    const expected = known.filter((entry) => entry.probe === nameOf(probe)).map(({ step }) => step);
    test.concurrent(expected.length > 0 ? nameOf(probe) : probe.title, { timeout: 60_000 }, async ({ expect }) => {
      await using server = await ApiServer.start();
      const settings = {
        transport: server.transport,
        id,
        deadlineMs: expected.length > 0 ? deadlineOfKnownMs : deadlineMs,
      };
      const found = await replay(probe, transcripts, settings);
      const unknown = found.filter(({ step }) => !expected.includes(step));
      expect(unknown.map(lineOf).join('\n'), 'differences to a real server').toBe('');
      expect(
        found.map(({ step }) => step),
        'known differences that are left',
      ).toEqual(expected);
    });
  }
});

test('every known difference belongs to a probe', ({ expect }) => {
  const names = new Set(Object.values(library).flatMap((probes) => probes.map(nameOf)));
  expect(known.filter(({ probe }) => !names.has(probe))).toEqual([]);
});

function lineOf({ step, request, found }: StepDifference): string {
  return `step ${step}, ${request}\n${described(found)}`;
}
