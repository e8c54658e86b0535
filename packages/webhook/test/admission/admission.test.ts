import { describe, expect, test } from 'vitest';
import { ConflictError, defineKind } from '@reeve/machinery';
import type { AdmissionContext, KubeObject } from '@reeve/machinery';
import {
  admissionEndpoint,
  allowed,
  decodeObject,
  defaulting,
  denied,
  errored,
  patched,
  patchedTo,
  routed,
  severalMutating,
  severalValidating,
  validated,
  validating,
  withWarnings,
} from '@reeve/webhook';
import type { AdmissionHandler } from '@reeve/webhook';
import { handlerOf, NotedLog, patchIn, requestOf, respond, reviewOf, send } from '../reviews.ts';

interface Website extends KubeObject {
  spec: { replicas?: number; image?: string };
}
const Website = defineKind<Website, 'Namespaced'>({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});
const { uid } = requestOf();
const blog = requestOf().object as KubeObject;
const withSpec = (spec: object) => ({ ...requestOf().object, spec }) as unknown as KubeObject;

describe('a response', () => {
  test('carries the UID of its request and a status, whose code is filled in and never overwritten · CR-103 status', async () => {
    expect(await respond(() => ({ allowed: true }))).toEqual({ uid, allowed: true, status: { code: 200 } });
    expect(await respond(() => ({ allowed: false }))).toEqual({ uid, allowed: false, status: { code: 403 } });
    const status = { code: 418, message: 'no', reason: 'Teapot' };
    expect(await respond(() => ({ allowed: false, status }))).toEqual({ uid, allowed: false, status });
  });

  test('has its patch encoded once, with its type, and none where nothing changes or the request is refused · CR-103 patches', async () => {
    const patch = [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } } as const];
    const response = await respond(() => patched(patch));
    expect(response['patchType']).toBe('JSONPatch');
    expect(patchIn(response)).toEqual(patch);
    expect(await respond(() => patched([]))).toEqual({ uid, allowed: true, status: { code: 200 } });
    expect(await respond(() => ({ allowed: false, patch }))).toEqual({ uid, allowed: false, status: { code: 403 } });
  });

  test('has the shape of its helper, and warnings are added to those before · CR-104', async () => {
    expect(allowed()).toEqual({ allowed: true, status: { code: 200 } });
    expect(allowed('fine')).toEqual({ allowed: true, status: { code: 200, message: 'fine' } });
    expect(denied('no')).toEqual({ allowed: false, status: { code: 403, reason: 'Forbidden', message: 'no' } });
    expect(validated(true, 'yes')).toEqual(allowed('yes'));
    expect(validated(false, 'no')).toEqual(denied('no'));
    expect(errored(400, 'bad')).toEqual({ allowed: false, status: { code: 400, message: 'bad' } });
    const add = { op: 'add', path: '/a', value: 1 } as const;
    expect(patched([add], 'changed')).toEqual({
      allowed: true,
      status: { code: 200, message: 'changed' },
      patch: [add],
    });
    expect(patchedTo({ object: { metadata: {} } }, { metadata: {}, a: 1 })).toEqual({ ...allowed(), patch: [add] });
    expect(patchedTo({ object: { metadata: {} } }, { metadata: {} })).toEqual(allowed());
    expect(withWarnings(withWarnings(allowed(), 'one'), 'two', 'three').warnings).toEqual(['one', 'two', 'three']);
    expect(withWarnings(allowed())).toEqual(allowed());
  });

  test.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'])(
    'to a review of %s is of the same version · CR-102 versions',
    async (version) => {
      const handler = handlerOf(admissionEndpoint({ path: '/', purpose: 'validation', handle: () => allowed() }));
      const { body } = await send(handler, reviewOf(requestOf(), version));
      expect(JSON.parse(body)).toMatchObject({ apiVersion: version, kind: 'AdmissionReview', response: { uid } });
    },
  );
});

describe('the log of a request', () => {
  test('carries what the request is about, or what a function of the user adds · CR-103 logging', async () => {
    const handle: AdmissionHandler = (_, { log }) => (log.info('looked'), allowed());
    const noted = new NotedLog();
    const usual = admissionEndpoint({ path: '/', purpose: 'validation', handle });
    await send(handlerOf(usual, { log: noted }), reviewOf(requestOf()));
    const own = admissionEndpoint({
      path: '/',
      purpose: 'validation',
      handle,
      logOf: (log) => log.with({ own: true }),
    });
    await send(handlerOf(own, { log: noted }), reviewOf(requestOf()));
    expect(noted.lines).toEqual([
      [
        'looked',
        {
          webhookGroup: 'web.example.com',
          webhookKind: 'Website',
          object: 'default/blog',
          namespace: 'default',
          name: 'blog',
          resource: 'websites',
          operation: 'CREATE',
          user: 'anna',
          requestID: uid,
        },
      ],
      ['looked', { own: true }],
    ]);
  });
});

describe('a function that throws', () => {
  const bug: AdmissionHandler = () => {
    throw new TypeError('x is undefined');
  };

  test('is answered with an internal error, and the next review is answered as ever · CR-103 panics', async () => {
    let isFirst = true;
    const handle: AdmissionHandler = (request, context) => {
      if (!isFirst) return allowed();
      isFirst = false;
      return bug(request, context);
    };
    const bugs: unknown[] = [];
    const panicked: string[] = [];
    const metrics = { begun: () => () => undefined, panicked: (path: string) => void panicked.push(path) };
    const handler = handlerOf(admissionEndpoint({ path: '/', purpose: 'validation', handle }), {
      onBug: (error) => bugs.push(error),
      metrics,
    });
    const first = await send(handler, reviewOf(requestOf()));
    expect(JSON.parse(first.body).response).toMatchObject({ uid, allowed: false, status: { code: 500 } });
    expect([first.status, panicked]).toEqual([200, ['/test']]);
    expect(bugs).toEqual([expect.objectContaining({ message: 'x is undefined' })]);
    expect(JSON.parse((await send(handler, reviewOf(requestOf()))).body).response.allowed).toBe(true);
  });

  test.each([
    ['nothing', undefined],
    ['a text', 'yes'],
    ['an object without allowed', {}],
    ['allowed that is no boolean', { allowed: 'yes' }],
  ])('and one that answers %s refuses with an internal error', async (_, answer) => {
    const response = await respond((() => answer) as never);
    expect(response).toMatchObject({ uid, allowed: false, status: { code: 500 } });
  });
});

describe('handlers combined', () => {
  const add = (path: string) => () => patched([{ op: 'add', path, value: 1 }]);
  const warns =
    (text: string, answer = allowed()) =>
    () =>
      withWarnings(answer, text);

  test('gather patches and warnings of all where all allow · CR-105 gather', async () => {
    const response = await respond(severalMutating(add('/a'), warns('w1', add('/b')()), warns('w2')));
    expect(patchIn(response)).toEqual([
      { op: 'add', path: '/a', value: 1 },
      { op: 'add', path: '/b', value: 1 },
    ]);
    expect(response['warnings']).toEqual(['w1', 'w2']);
    expect(await respond(severalValidating(warns('w1'), warns('w2')))).toMatchObject({
      allowed: true,
      warnings: ['w1', 'w2'],
    });
  });

  test('refuse without patches when one refuses, and ask nobody after it · CR-105 deny', async () => {
    const never: AdmissionHandler = () => {
      throw new Error('asked after a denial');
    };
    const refusal = await respond(severalMutating(add('/a'), warns('w', denied('no')), never));
    expect(refusal).toEqual({ uid, allowed: false, status: denied('no').status, warnings: ['w'] });
    expect(await respond(severalValidating(warns('v'), () => denied('no'), never))).toMatchObject({
      allowed: false,
      status: { message: 'no' },
      warnings: ['v'],
    });
  });

  test('that only judge may not change anything', async () => {
    expect(await respond(severalValidating(add('/a')))).toMatchObject({ allowed: false, status: { code: 500 } });
  });

  test('are chosen by the first route that fits wholly, no route is an error, and patches are JSON patches · LW-141', async () => {
    const answer = (text: string) => () => allowed(text);
    const handle = routed([
      { kind: 'Website', operations: ['DELETE'], handle: answer('deletes') },
      { kind: 'Website', namespace: 'default', name: 'shop', handle: answer('shop') },
      { group: 'web.example.com', version: 'v1', resource: 'websites', handle: add('/spec/a') },
      { handle: answer('too late') },
    ]);
    expect((await respond(handle, requestOf({ operation: 'DELETE' }))).status.message).toBe('deletes');
    expect((await respond(handle, requestOf({ name: 'shop' }))).status.message).toBe('shop');
    const changed = await respond(handle);
    expect([changed['patchType'], patchIn(changed)]).toEqual(['JSONPatch', [{ op: 'add', path: '/spec/a', value: 1 }]]);
    const none = await respond(routed([{ subresource: 'scale', handle: answer('scale') }]));
    expect(none).toMatchObject({
      allowed: false,
      status: { code: 404, message: expect.stringContaining('no route fits this CREATE of websites') },
    });
  });
});

describe('defaulting', () => {
  const replicas = defaulting(Website, (site) => void (site.spec.replicas ??= 3));

  test('patches what the draft changed, and keeps unknown fields · CR-106 keep', async () => {
    const object = withSpec({ unknown: { deep: [1, { a: 2 }] } });
    const response = await respond(replicas, requestOf({ object }));
    expect(patchIn(response)).toEqual([{ op: 'add', path: '/spec/replicas', value: 3 }]);
    expect(await respond(replicas)).toEqual({ uid, allowed: true, status: { code: 200 } });
  });

  test('removes unknown fields when that is asked for, even where nothing else changes · CR-106 remove', async () => {
    const conform = ({ ...object }: { readonly spec: { readonly replicas: number } }) => ({
      object: { ...object, spec: { replicas: object.spec.replicas } },
    });
    const pruning = defaulting(Website, () => undefined, {
      conform: conform as (object: object) => { readonly object: object },
    });
    const response = await respond(pruning, requestOf({ object: withSpec({ replicas: 1, unknown: 2 }) }));
    expect(patchIn(response)).toEqual([{ op: 'remove', path: '/spec/unknown' }]);
  });

  test('lets deletions pass without a call · CR-106 delete', async () => {
    const never = defaulting(Website, () => {
      throw new Error('called');
    });
    expect(await respond(never, requestOf({ operation: 'DELETE', object: null }))).toEqual({
      uid,
      allowed: true,
      status: { code: 200 },
    });
  });

  test('may wait, keeps integers beyond 2^53 and keys such as __proto__', async () => {
    const handle = defaulting(Website, async (site) => {
      await Promise.resolve();
      site.spec.image = 'nginx';
    });
    const handler = handlerOf(admissionEndpoint({ path: '/', purpose: 'defaulting', handle }));
    const text = JSON.stringify(reviewOf(requestOf())).replace(
      '"replicas":1',
      '"replicas":9007199254740993,"__proto__":{"a":1}',
    );
    const response = JSON.parse((await send(handler, text)).body).response;
    expect(patchIn(response)).toEqual([{ op: 'add', path: '/spec/image', value: 'nginx' }]);
  });

  test('may refuse with problems of fields and with reasons of its own', async () => {
    const refusing = defaulting(Website, (site, ctx) => ctx.required('spec.image', 'say what to run'));
    expect((await respond(refusing)).status).toMatchObject({
      code: 422,
      message: 'Website.web.example.com "blog" is invalid: spec.image: Required value: say what to run',
    });
    const forbidding = defaulting(Website, () => {
      throw new Error('not today');
    });
    expect((await respond(forbidding)).status).toMatchObject({ code: 403, message: 'not today' });
  });
});

describe('validation', () => {
  test('gathers what is wrong with fields and words it as the API server does', async () => {
    const handle = validating(Website, {
      create(site, ctx) {
        ctx.invalid('spec.replicas', site.spec.replicas, 'must be even');
        ctx.notSupported('spec.mode', 'x', ['a', 'b']);
        ctx.duplicate('spec.names[1]', 'a');
        ctx.forbidden('spec.node', 'it is set by the scheduler');
        ctx.tooLong('metadata.name', 52);
        ctx.invalid('', { b: 1, a: '<' }, 'is odd');
      },
    });
    const { status } = await respond(handle);
    expect(status).toEqual({
      status: 'Failure',
      code: 422,
      reason: 'Invalid',
      message:
        'Website.web.example.com "blog" is invalid: [spec.replicas: Invalid value: 1: must be even, spec.mode: Unsupported value: "x": supported values: "a", "b", ' +
        'spec.names[1]: Duplicate value: "a", spec.node: Forbidden: it is set by the scheduler, metadata.name: Too long: may not be more than 52 bytes, <nil>: Invalid value: {"a":"<","b":1}: is odd]',
      details: {
        name: 'blog',
        group: 'web.example.com',
        kind: 'Website',
        causes: [
          { reason: 'FieldValueInvalid', field: 'spec.replicas', message: 'Invalid value: 1: must be even' },
          {
            reason: 'FieldValueNotSupported',
            field: 'spec.mode',
            message: 'Unsupported value: "x": supported values: "a", "b"',
          },
          { reason: 'FieldValueDuplicate', field: 'spec.names[1]', message: 'Duplicate value: "a"' },
          { reason: 'FieldValueForbidden', field: 'spec.node', message: 'Forbidden: it is set by the scheduler' },
          { reason: 'FieldValueTooLong', field: 'metadata.name', message: 'Too long: may not be more than 52 bytes' },
          { reason: 'FieldValueInvalid', field: '<nil>', message: 'Invalid value: {"a":"<","b":1}: is odd' },
        ],
      },
    });
  });

  const operations = [
    ['CREATE', { object: blog, oldObject: null }],
    ['UPDATE', { object: blog, oldObject: blog }],
    ['DELETE', { object: null, oldObject: blog }],
  ] as const;

  for (const [operation, objects] of operations) {
    const run = (act: (ctx: AdmissionContext) => void) => {
      const handle = validating(Website, {
        create: (_, ctx) => act(ctx),
        update: (_, _old, ctx) => act(ctx),
        delete: (_, ctx) => act(ctx),
      });
      return respond(handle, requestOf({ operation, ...objects }));
    };

    test(`of ${operation} passes on refusals of servers with their code, makes 403 of other errors, and keeps warnings · CR-107`, async () => {
      expect(await run((ctx) => ctx.warn('old field'))).toMatchObject({ allowed: true, warnings: ['old field'] });
      const conflict = await run((ctx) => {
        ctx.warn('w');
        throw new ConflictError('Website', 'default/blog');
      });
      expect(conflict).toMatchObject({ allowed: false, status: { code: 409, reason: 'Conflict' }, warnings: ['w'] });
      const plain = await run((ctx) => {
        ctx.warn('w');
        throw new Error('not on Fridays');
      });
      expect(plain).toMatchObject({
        allowed: false,
        status: { code: 403, message: 'not on Fridays' },
        warnings: ['w'],
      });
    });
  }

  test('refuses with the code of ctx.deny, and writes audit annotations', async () => {
    const handle = validating(Website, {
      create(_, ctx) {
        ctx.audit('seen', 'yes');
        ctx.deny('too many of them', { code: 429, reason: 'TooManyRequests' });
      },
    });
    expect(await respond(handle)).toMatchObject({
      allowed: false,
      status: { code: 429, reason: 'TooManyRequests', message: 'too many of them' },
      auditAnnotations: { seen: 'yes' },
    });
  });

  test('allows operations without a function, and refuses unknown ones with 400', async () => {
    expect(await respond(validating(Website, {}))).toMatchObject({ allowed: true });
    expect(await respond(validating(Website, {}), requestOf({ operation: 'GET' as never }))).toMatchObject({
      allowed: false,
      status: { code: 400 },
    });
  });

  test('sees who asks, for what, and whether it is a dry run; connections bring their options', async () => {
    let seen: unknown;
    const handle = validating(undefined, {
      connect: (options, { user, dryRun, operation, subresource, namespace, name }) => {
        seen = { options, user, dryRun, operation, subresource, namespace, name };
      },
    });
    const options = { apiVersion: 'v1', kind: 'PodExecOptions', command: ['sh'] } as never;
    await respond(handle, requestOf({ operation: 'CONNECT', subResource: 'exec', object: options, dryRun: true }));
    expect(seen).toEqual({
      options,
      user: requestOf().userInfo,
      dryRun: true,
      operation: 'CONNECT',
      subresource: 'exec',
      namespace: 'default',
      name: 'blog',
    });
  });
});

describe('the decoder', () => {
  test('reads objects typed, raw and without a kind, and refuses those of another · CR-108', () => {
    const request = requestOf();
    expect(decodeObject(request, Website).spec.replicas).toBe(1);
    expect(decodeObject(request)).toBe(request.object);
    const { apiVersion: _a, kind: _k, ...bare } = blog;
    expect(decodeObject(requestOf({ object: bare }), Website)).toEqual({
      ...bare,
      apiVersion: 'web.example.com/v1',
      kind: 'Website',
    });
    expect(decodeObject(requestOf({ object: bare }))).toMatchObject({
      apiVersion: 'web.example.com/v1',
      kind: 'Website',
    });
    const other = { ...blog, kind: 'Shop' };
    expect(() => decodeObject(requestOf({ object: other }), Website)).toThrow(
      /unable to decode web.example.com\/v1 Shop into web.example.com\/v1 Website/,
    );
    expect(() => decodeObject(requestOf({ object: null }), Website)).toThrow(/there is no content to decode/);
  });
});
