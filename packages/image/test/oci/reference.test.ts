import { describe, expect, test } from 'vitest';
import { formatReference, parsePlatform, parseReference } from '@reeve/image';

const digest = `sha256:${'a'.repeat(64)}`;

describe('a reference to an image', () => {
  const whole: Record<string, Partial<ReturnType<typeof parseReference>>> = {
    'registry.example.com/web': { registry: 'registry.example.com', repository: 'web' },
    'registry.example.com:5000/team/a_b/web-1.x:v1.0_2': {
      registry: 'registry.example.com:5000',
      repository: 'team/a_b/web-1.x',
      tag: 'v1.0_2',
    },
    [`localhost/web:1@${digest}`]: { registry: 'localhost', tag: '1', digest },
    '[::1]:5000/web': { registry: '[::1]:5000', repository: 'web' },
  };
  for (const [text, parts] of Object.entries(whole))
    test(`${text} is read, and written the same`, () => {
      const reference = parseReference(text);
      expect(reference).toMatchObject(parts);
      expect(formatReference(reference)).toBe(text);
    });

  const refused: Record<string, RegExp> = {
    '': /does not begin with the host/,
    node: /does not begin with the host/,
    'team/web:1': /does not begin with the host/,
    'https://registry.example.com/web': /does not begin with the host/,
    'registry.example.com/Web': /the repository "Web" has to be lower case/,
    'registry.example.com/a//b': /the repository "a\/\/b"/,
    'registry.example.com/../etc': /the repository "\.\.\/etc"/,
    'registry.example.com/web:': /the tag ""/,
    'registry.example.com/web:-x': /the tag "-x"/,
    'registry.example.com/web@sha256:12': /the digest has to be sha256/,
    [`registry.example.com/web@${digest}@${digest}`]: /the digest has to be/,
    'user:pass@registry.example.com/web': /the digest has to be/,
  };
  for (const [text, problem] of Object.entries(refused))
    test(`${JSON.stringify(text)} is refused`, () => expect(() => parseReference(text)).toThrow(problem));
});

test('a platform is read with its variant, and refused without its processor', () => {
  expect(parsePlatform('linux/arm/v7')).toEqual({ os: 'linux', architecture: 'arm', variant: 'v7' });
  for (const text of ['linux', 'linux/', '/arm64', 'linux/arm/v7/x', 'Linux/amd64'])
    expect(() => parsePlatform(text)).toThrow(`${JSON.stringify(text)} is no platform`);
});
