import {
  TooManyRequestsError,
  apiErrorFromResponse,
  apiErrorFromStatus,
  hasStatusCause,
  isExpired,
  isResourceVersionTooLarge,
  isServiceUnavailable,
  statusReasons,
  suggestsClientDelay,
  type Status,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const get = { verb: 'get', kind: 'Website', key: 'default/blog' };

describe('apiErrorFromStatus', () => {
  test.each(statusReasons.filter(Boolean))('a reason of %s gives the error of that name', (reason) => {
    const error = apiErrorFromStatus({ reason, code: 599 }, get);
    expect(error.name.replace(/Error$/, '')).toBe(reason.replace(/Error$/, ''));
    expect(error).toMatchObject({ reason, httpStatus: 599 });
  });

  const byCode: [number, string][] = [
    [400, 'REEVE_BAD_REQUEST'],
    [401, 'REEVE_UNAUTHORIZED'],
    [403, 'REEVE_FORBIDDEN'],
    [404, 'REEVE_NOT_FOUND'],
    [405, 'REEVE_METHOD_NOT_ALLOWED'],
    [406, 'REEVE_NOT_ACCEPTABLE'],
    [409, 'REEVE_CONFLICT'],
    [410, 'REEVE_GONE'],
    [413, 'REEVE_REQUEST_ENTITY_TOO_LARGE'],
    [415, 'REEVE_UNSUPPORTED_MEDIA_TYPE'],
    [422, 'REEVE_INVALID'],
    [429, 'REEVE_TOO_MANY_REQUESTS'],
    [500, 'REEVE_INTERNAL_ERROR'],
    [503, 'REEVE_SERVICE_UNAVAILABLE'],
    [504, 'REEVE_TIMEOUT'],
    [418, 'REEVE_UNKNOWN'],
  ];
  test.each(byCode)('a made-up reason with HTTP status %i gives %s and keeps the reason', (httpStatus, code) => {
    expect(apiErrorFromStatus({ reason: 'QuotaMoon', code: httpStatus })).toMatchObject({
      code,
      httpStatus,
      reason: 'QuotaMoon',
    });
  });

  test('what the request says about the object goes before what the status says', () => {
    const status: Status = { reason: 'NotFound', code: 404, details: { kind: 'websites', name: 'blog' } };
    expect(apiErrorFromStatus(status, get)).toMatchObject({ kind: 'Website', key: 'default/blog' });
    expect(apiErrorFromStatus(status)).toMatchObject({ kind: 'websites', key: 'blog' });
  });

  test('reads the time to wait from the details', () => {
    expect(apiErrorFromStatus({ reason: 'ServerTimeout', details: { retryAfterSeconds: 3 } }).retryAfterMs).toBe(3000);
    expect(apiErrorFromStatus({ reason: 'ServerTimeout', details: {} }).retryAfterMs).toBeUndefined();
  });

  const messages: [string, Status, Parameters<typeof apiErrorFromStatus>[1], string][] = [
    [
      'a conflict',
      {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on websites "blog": the object has been modified; please apply your changes to the latest version and try again',
      },
      { ...get, verb: 'update' },
      'Website default/blog changed since it was read: read it again and retry, or send your fields with client.apply()',
    ],
    [
      'a conflict of field managers',
      {
        reason: 'Conflict',
        message: 'Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas',
        details: {
          causes: [{ reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "kubectl"' }],
        },
      },
      { ...get, verb: 'patch' },
      'Website default/blog has fields that others manage: .spec.replicas: conflict with "kubectl": leave them out, or take them over with { force: true }',
    ],
    [
      'a missing object',
      { reason: 'NotFound', message: 'websites.web.example.com "blog" not found', details: { name: 'blog' } },
      get,
      'Website default/blog does not exist: create it, or take isNotFound(error) as an answer',
    ],
    [
      'a missing namespace',
      { reason: 'NotFound', message: 'namespaces "blog" not found', details: { name: 'blog', kind: 'namespaces' } },
      { verb: 'create', kind: 'Website', key: 'blog/blog' },
      'what Website blog/blog is to be created in does not exist: create that first (the server says: namespaces "blog" not found)',
    ],
    [
      'a missing kind',
      { reason: 'NotFound', message: 'the server could not find the requested resource' },
      { verb: 'list', kind: 'Website' },
      'the server does not know Website: install its definition, or check group, version and path (the server says: the server could not find the requested resource)',
    ],
    [
      'an invalid object',
      {
        reason: 'Invalid',
        message: 'Website "blog" is invalid: spec.replicas: Invalid value: 11: must be at most 10',
        details: {
          causes: [
            { reason: 'FieldValueInvalid', field: 'spec.replicas', message: 'Invalid value: 11: must be at most 10' },
            { reason: 'FieldValueRequired', field: 'spec.image', message: 'Required value' },
          ],
        },
      },
      { ...get, verb: 'create' },
      'Website default/blog is not valid: spec.replicas: Invalid value: 11: must be at most 10; spec.image: Required value',
    ],
    [
      'a forbidden request',
      { reason: 'Forbidden', message: 'websites is forbidden: User "eve" cannot list resource "websites"' },
      { verb: 'list', kind: 'Website' },
      'not allowed to list Website: grant the permission in a Role or ClusterRole, or act as somebody who has it (the server says: websites is forbidden: User "eve" cannot list resource "websites")',
    ],
    [
      'a request about nothing in particular',
      { reason: 'Unauthorized', message: 'Unauthorized' },
      {},
      'the server did not accept the credentials to do this: check the token, certificate or exec plugin of the kubeconfig user, and whether it has expired (the server says: Unauthorized)',
    ],
  ];
  test.each(messages)('the message of %s says what happened and what to do', (_, status, request, message) => {
    expect(apiErrorFromStatus(status, request).message).toBe(message);
  });

  test('a long list of faults is cut', () => {
    const causes = Array.from({ length: 30 }, (_, at) => ({ field: `spec.f${at}`, message: 'Required value' }));
    const { message } = apiErrorFromStatus({ reason: 'Invalid', details: { causes } }, get);
    expect(message).toContain('spec.f7: Required value; and 22 more');
    expect(message).not.toContain('spec.f8');
  });
});

describe('secrets', () => {
  test.each(['Secret', 'secrets'])('values of a %s that the server repeats stay out of the message', (kind) => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'data[password]', message: 'Invalid value: "hunter2"' }];
    const status = { reason: 'Invalid', message: 'Secret "db" is invalid: "hunter2"', details: { kind, causes } };
    for (const reason of ['Invalid', 'Forbidden', 'BadRequest']) {
      expect(apiErrorFromStatus({ ...status, reason }).message).not.toContain('hunter2');
    }
    expect(apiErrorFromStatus(status).message).toContain('data[password]: FieldValueInvalid');
  });

  test('tokens that a server repeats are cut out, and so are control characters', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJldmUifQ.c2lnbmF0dXJl';
    const message = `bad header "Authorization: Bearer abc.def" or ${token}\n\u001b[31mred`;
    const error = apiErrorFromStatus({ reason: 'BadRequest', message }, get);
    expect(error.message).toContain('"Authorization: Bearer [redacted]" or [redacted] [31mred');
    expect(error.message).not.toMatch(/abc\.def|eyJ|\p{Cc}/u);
  });
});

describe('apiErrorFromResponse', () => {
  const cases: [number, string, string, string][] = [
    [409, 'POST', 'REEVE_ALREADY_EXISTS', 'AlreadyExists'],
    [409, 'post', 'REEVE_ALREADY_EXISTS', 'AlreadyExists'],
    [409, 'PUT', 'REEVE_CONFLICT', 'Conflict'],
    [400, 'GET', 'REEVE_BAD_REQUEST', 'BadRequest'],
    [401, 'GET', 'REEVE_UNAUTHORIZED', 'Unauthorized'],
    [403, 'GET', 'REEVE_FORBIDDEN', 'Forbidden'],
    [404, 'GET', 'REEVE_NOT_FOUND', 'NotFound'],
    [405, 'GET', 'REEVE_METHOD_NOT_ALLOWED', 'MethodNotAllowed'],
    [406, 'GET', 'REEVE_NOT_ACCEPTABLE', 'NotAcceptable'],
    [410, 'GET', 'REEVE_GONE', 'Gone'],
    [413, 'PUT', 'REEVE_REQUEST_ENTITY_TOO_LARGE', 'RequestEntityTooLarge'],
    [415, 'PUT', 'REEVE_UNSUPPORTED_MEDIA_TYPE', 'UnsupportedMediaType'],
    [422, 'PUT', 'REEVE_INVALID', 'Invalid'],
    [429, 'GET', 'REEVE_TOO_MANY_REQUESTS', 'TooManyRequests'],
    [500, 'GET', 'REEVE_INTERNAL_ERROR', 'InternalError'],
    [502, 'GET', 'REEVE_INTERNAL_ERROR', 'InternalError'],
    [503, 'GET', 'REEVE_SERVICE_UNAVAILABLE', 'ServiceUnavailable'],
    [504, 'GET', 'REEVE_TIMEOUT', 'Timeout'],
    [418, 'GET', 'REEVE_UNKNOWN', ''],
  ];
  test.each(cases)('a bare %i to a %s is %s', (httpStatus, method, code, reason) => {
    const error = apiErrorFromResponse({ httpStatus, method, body: '<html>no idea</html>' }, get);
    expect(error).toMatchObject({ code, reason, httpStatus });
    expect(error.causes).toEqual([{ reason: 'UnexpectedServerResponse', message: '<html>no idea</html>' }]);
    expect(error.message).toContain('<html>no idea</html>');
  });

  const status: Status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Expired', message: 'too old' };
  test.each([
    ['text', JSON.stringify(status)],
    ['an object', status],
  ])('a Status given as %s is taken at its word', (_, body) => {
    const error = apiErrorFromResponse({ httpStatus: 410, body }, get);
    expect(error).toMatchObject({ code: 'REEVE_EXPIRED', httpStatus: 410, causes: [] });
    expect(error.status).toEqual({ ...status, code: 410 });
  });

  test('a Status that claims success in a failed response explains nothing', () => {
    const body = { ...status, status: 'Success', reason: 'NotFound' };
    expect(apiErrorFromResponse({ httpStatus: 503, body })).toMatchObject({ code: 'REEVE_SERVICE_UNAVAILABLE' });
  });

  test.each([
    ['3', 3000],
    [' 12 ', 12_000],
    ['Fri, 31 Dec 1999 23:59:59 GMT', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    [undefined, undefined],
  ])('a Retry-After of %s asks for %s ms', (retryAfter, expected) => {
    expect(apiErrorFromResponse({ httpStatus: 429, retryAfter }).retryAfterMs).toBe(expected);
  });

  test.each([
    ['1e400', undefined],
    ['1e308', undefined],
    ['-5', undefined],
    ['0', undefined],
    ['null', undefined],
    ['"60"', undefined],
    ['true', undefined],
    ['[1]', undefined],
    ['1.5', 1500],
  ])(
    'a retryAfterSeconds of %s asks for %s ms, and never for a time that no timer can be set to',
    (seconds, expected) => {
      const body = `{"apiVersion":"v1","kind":"Status","reason":"TooManyRequests","details":{"retryAfterSeconds":${seconds}}}`;
      const error = apiErrorFromResponse({ httpStatus: 429, body }, get);
      expect(error.retryAfterMs).toBe(expected);
      expect(suggestsClientDelay(error)).toBe(expected);
      expect(apiErrorFromStatus(JSON.parse(body) as Status, get).retryAfterMs).toBe(expected);
    },
  );

  test.each([Infinity, -Infinity, Number.NaN, -1])(
    'a refusal that is made with a wait of %s ms asks for none',
    (ms) => {
      expect(new TooManyRequestsError('Website', 'blog', { retryAfterMs: ms }).retryAfterMs).toBeUndefined();
    },
  );

  const odd = [5, 'text', null, true, [], {}, [5, null, 'x'], { causes: 5 }, { causes: [5, null, { message: 7 }] }];
  const fields = ['message', 'reason', 'code', 'details', 'metadata', 'status'];
  test.each(fields.flatMap((field) => odd.map((value) => [field, value] as const)))(
    'a Status whose %s is %j is an error of the server all the same',
    (field, value) => {
      const error = apiErrorFromResponse({ httpStatus: 503, body: { ...status, code: 503, [field]: value } });
      expect(isServiceUnavailable(error) || isExpired(error) || error.httpStatus === 5).toBe(true);
      expect(hasStatusCause(error, 'FieldValueInvalid')).toBe(false);
      expect(isResourceVersionTooLarge(error)).toBe(false);
      expect(error.message).not.toBe('');
    },
  );

  test('names that a server says are short and without control characters', () => {
    const details = { kind: 'websites', name: `\u001b]0;PWN\u0007${'x'.repeat(100_000)}` };
    const { message } = apiErrorFromStatus({ reason: 'NotFound', details });
    expect(message.length).toBeLessThan(1000);
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) says where it leads and what to do, without secrets',
    (httpStatus) => {
      const location = 'https://eve:hunter2@login.example.com/start?token=abc123';
      const error = apiErrorFromResponse(
        { httpStatus, method: 'PATCH', body: '', location },
        { ...get, verb: 'patch' },
      );
      expect(error).toMatchObject({ code: 'REEVE_UNKNOWN', httpStatus });
      expect(error.message).toBe(
        'nothing came of the request to patch Website default/blog, as the server redirects it: log in again, or correct the ' +
          `address of the server (the server says: HTTP ${httpStatus}, location https://[redacted]@login.example.com/start?token=[redacted])`,
      );
    },
  );

  test('the header goes before the details of the status', () => {
    const body = { ...status, reason: 'TooManyRequests', details: { name: 'blog', retryAfterSeconds: 1 } };
    const error = apiErrorFromResponse({ httpStatus: 429, body, retryAfter: '7' });
    expect([error.retryAfterMs, error.status.details]).toEqual([7000, { name: 'blog', retryAfterSeconds: 7 }]);
    expect(apiErrorFromResponse({ httpStatus: 429, body }).retryAfterMs).toBe(1000);
  });

  test('a whole web page is cut', () => {
    const error = apiErrorFromResponse({ httpStatus: 502, body: 'x'.repeat(100_000) });
    expect(error.message.length).toBeLessThan(1500);
    expect(error.causes[0]?.message?.length).toBe(2048);
  });
});
