import { describe, expect, test } from 'vitest';
import type { AuthorizationAttributes, AuthorizationDecision } from '@reeve/cel';
import { authorizerType, AuthorizerValue, Environment, kubernetesLibraries, resourceCheckType } from '@reeve/cel';

const environment = new Environment({
  libraries: kubernetesLibraries,
  variables: { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType },
});

/** Evaluates an expression, and says what the authorizer was asked. */
function evaluate(
  expression: string,
  decide: (attributes: AuthorizationAttributes) => AuthorizationDecision = () => ({ isAllowed: true }),
): { asked: AuthorizationAttributes[]; value: unknown; error: string | undefined; cost: number } {
  const asked: AuthorizationAttributes[] = [];
  const authorize = (attributes: AuthorizationAttributes): AuthorizationDecision => {
    asked.push(attributes);
    return decide(attributes);
  };
  const authorizer = new AuthorizerValue({ name: 'ann', groups: ['dev'] }, { authorize });
  const { program, issues } = environment.compile(expression);
  if (program === undefined) throw new Error(issues.map(({ text }) => text).join('\n'));
  const requestResource = authorizer.resourceCheck({ group: '', resource: 'pods', namespace: 'default', name: 'web' });
  const { value, error, cost } = program.run({ authorizer, 'authorizer.requestResource': requestResource });
  return { asked, value, error: error?.message, cost };
}

const user = { name: 'ann', groups: ['dev'] };
const resource = {
  type: 'resource',
  user,
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: '',
  name: '',
  fieldSelector: '',
  labelSelector: '',
};

describe('a check asks the authorizer for', () => {
  const checks: [expression: string, attributes: unknown][] = [
    ["authorizer.path('/healthz').check('get')", { type: 'path', user, verb: 'get', path: '/healthz' }],
    ["authorizer.group('').resource('pods').check('list')", { ...resource, verb: 'list' }],
    [
      "authorizer.group('apps').resource('deployments').subresource('scale').namespace('a').name('b').check('update')",
      {
        ...resource,
        group: 'apps',
        resource: 'deployments',
        subresource: 'scale',
        namespace: 'a',
        name: 'b',
        verb: 'update',
      },
    ],
    [
      "authorizer.group('').resource('pods').fieldSelector('spec.nodeName=n').labelSelector('app=x').check('list')",
      { ...resource, fieldSelector: 'spec.nodeName=n', labelSelector: 'app=x', verb: 'list' },
    ],
    [
      "authorizer.serviceAccount('default', 'robot').group('').resource('pods').check('get')",
      {
        ...resource,
        user: {
          name: 'system:serviceaccount:default:robot',
          groups: ['system:serviceaccounts', 'system:serviceaccounts:default'],
        },
        verb: 'get',
      },
    ],
    ["authorizer.requestResource.check('delete')", { ...resource, namespace: 'default', name: 'web', verb: 'delete' }],
  ];
  for (const [expression, attributes] of checks) {
    test(expression, () =>
      expect(evaluate(`${expression}.allowed()`)).toMatchObject({ asked: [attributes], value: true }),
    );
  }
});

describe('a decision says', () => {
  const check = "authorizer.path('/x').check('get')";
  const decisions: [expression: string, decision: AuthorizationDecision, value: unknown][] = [
    ['allowed()', { isAllowed: false }, false],
    ['reason()', { isAllowed: false, reason: 'no rule' }, 'no rule'],
    ['reason()', { isAllowed: true }, ''],
    ['errored()', { isAllowed: false, error: 'webhook down' }, true],
    ['errored()', { isAllowed: true }, false],
    ['error()', { isAllowed: false, error: 'webhook down' }, 'webhook down'],
    ['error()', { isAllowed: true }, ''],
  ];
  for (const [expression, decision, value] of decisions) {
    test(`${expression} of ${JSON.stringify(decision)}`, () => {
      expect(evaluate(`${check}.${expression}`, () => decision).value).toBe(value);
    });
  }
});

describe('a check that cannot be asked fails', () => {
  const failures = [
    ["authorizer.path('  ').check('get').allowed()", 'path must not be empty'],
    ["authorizer.group('').resource('').check('get').allowed()", 'resource must not be empty'],
    ["authorizer.serviceAccount('a', 'B').path('/').check('get').allowed()", 'Invalid service account name'],
    ["authorizer.serviceAccount('a.b', 'b').path('/').check('get').allowed()", 'Invalid service account namespace'],
  ] as const;
  for (const [expression, message] of failures) {
    test(message, () => expect(evaluate(expression)).toMatchObject({ asked: [], error: message }));
  }
});

test('an expression has room for two checks, and not for a third one', () => {
  const check = "authorizer.path('/x').check('get').allowed()";
  expect(evaluate(`${check} && ${check}`)).toMatchObject({ value: true });
  expect(evaluate(`${check} && ${check} && ${check}`).error).toMatch('cost limit exceeded');
});

test('a selector costs a list and a requirement for every two characters', () => {
  const { cost: bare } = evaluate("authorizer.group('').resource('pods').check('list').allowed()");
  const { cost } = evaluate(
    "authorizer.group('').resource('pods').labelSelector('app=example').check('list').allowed()",
  );
  expect(cost - bare).toBe(10 + 2 + 6 * 50);
});
