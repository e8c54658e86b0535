/**
 * A walk through kubectl: every command runs on the embedded server and on a real one, and both must print the same and leave the same behind.
 */
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { settledText } from './kubectl.ts';
import { KubectlWalk, untilFound, wordsOf } from './kubectl-walk.ts';
import { deployment, eventAbout, gardenDefinition, garden, configMap, pod } from './kubectl-manifests.ts';
import type { Outcome } from './run.ts';

const real: ProvidedCluster | null = inject('realCluster');

describe.runIf(real?.assets)('kubectl', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);
  const both = walk.both.bind(walk);
  const prints = walk.prints.bind(walk);
  const complains = walk.complains.bind(walk);
  let namespace: string;

  beforeEach(() => {
    namespace = walk.namespace;
  });

  test('creates, shows and deletes a ConfigMap in every format', async () => {
    expect(await prints('create configmap settings --from-literal=color=blue')).toBe('configmap/settings created\n');
    expect(await prints('get configmap settings')).toBe('NAME DATA AGE\nsettings 1 <age>\n');
    expect(await prints('get cm -o wide')).toContain('settings 1');
    expect(await prints('get cm settings -o yaml')).toContain('color: blue');
    expect(JSON.parse(await prints('get cm settings -o json'))).toMatchObject({ data: { color: 'blue' } });
    expect(await prints('get cm settings -o jsonpath={.data.color}')).toBe('blue');
    expect(await prints('get cm -o name')).toBe('configmap/settings\n');
    expect(await prints('get cm -o custom-columns=WHAT:.metadata.name,COLOR:.data.color')).toBe(
      'WHAT COLOR\nsettings blue\n',
    );
    expect(await prints('get cm -o go-template={{len␣.items}}')).toBe('1');
    expect(await prints('get cm --no-headers --show-labels')).toBe('settings 1 <age> <none>\n');
    expect(await complains('create configmap settings')).toContain('already exists');
    expect(await prints('delete configmap settings')).toBe(
      `configmap "settings" deleted from ${namespace} namespace\n`,
    );
    expect(await complains('get configmap settings')).toBe(
      'Error from server (NotFound): configmaps "settings" not found\n',
    );
    expect(await both(['get', 'cm'])).toMatchObject({
      code: 0,
      stderr: `No resources found in ${namespace} namespace.\n`,
    });
  });

  test('selects by label and field, sorts, and reads in chunks', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await prints(
        `create -f -`,
        configMap(name, { labels: { side: name < 'c' ? 'left' : 'right', [`only-${name}`]: '' } }),
      );

    expect(await prints('get cm -l side=left -o name')).toBe('configmap/a\nconfigmap/b\n');
    expect(await prints('get cm -l side!=left -o name')).toBe('configmap/c\nconfigmap/d\nconfigmap/e\n');
    expect(await prints('get cm --selector=only-d -o name')).toBe('configmap/d\n');
    expect((await both(['get', 'cm', '-l', 'side in (left,up),only-a'])).stdout).toContain('a 0');
    expect(await prints('get cm --field-selector=metadata.name=c -o name')).toBe('configmap/c\n');
    expect(await prints('get cm --chunk-size=2 -o name')).toBe(
      'configmap/a\nconfigmap/b\nconfigmap/c\nconfigmap/d\nconfigmap/e\n',
    );
    expect(await prints('get cm --chunk-size=2')).toContain('e 0');
    expect(await prints('get cm -L side --sort-by=.metadata.labels.side')).toContain('SIDE');
    expect(await complains('get cm --field-selector=data.a=b')).toContain('"data.a" is not a known field selector');
    expect(await complains('get nothings')).toContain('doesn\'t have a resource type "nothings"');
    expect(await prints('get cm,secrets')).toContain('configmap/a');
    expect(await prints('delete cm -l side=right')).toContain('configmap "e" deleted');
    expect(await prints('delete cm --all')).toContain('configmap "a" deleted');
  });

  test('labels, annotates and patches', async () => {
    await prints('create -f -', deployment('web'));

    expect(await prints('label deployment web tier=front')).toBe('deployment.apps/web labeled\n');
    expect(await complains('label deployment web tier=back')).toContain(
      'already has a value (front), and --overwrite is false',
    );
    expect(await prints('label deployment web tier=back --overwrite')).toBe('deployment.apps/web labeled\n');
    expect(await prints('label deployment web tier=back')).toContain('not labeled');
    expect(await prints('annotate deployment web note=hello')).toBe('deployment.apps/web annotated\n');
    expect(await prints('label deployment web tier-')).toBe('deployment.apps/web unlabeled\n');
    expect(
      await prints(`patch deployment web --type=json -p [{"op":"replace","path":"/spec/replicas","value":4}]`),
    ).toBe('deployment.apps/web patched\n');
    expect(await prints(`patch deployment web --type=merge -p {"spec":{"paused":true}}`)).toBe(
      'deployment.apps/web patched\n',
    );
    expect(
      await prints(
        `patch deployment web -p {"spec":{"template":{"spec":{"containers":[{"name":"side","image":"side:1"}]}}}}`,
      ),
    ).toBe('deployment.apps/web patched\n');
    expect(await prints(`patch deployment web -p {"spec":{"replicas":4}}`)).toBe(
      'deployment.apps/web patched (no change)\n',
    );
    expect(await prints(`patch deployment web --subresource=status --type=merge -p {"status":{"replicas":4}}`)).toBe(
      'deployment.apps/web patched\n',
    );
    expect(
      await complains(`patch deployment web --type=json -p [{"op":"test","path":"/spec/replicas","value":1}]`),
    ).toContain('The request is invalid');
    expect(await prints('get deployment web -o yaml')).toContain('image: side:1');
    expect(await prints('get deployments -o wide')).toContain('side,main side:1,web:1');
    expect(
      await prints('get deployment web -o jsonpath={.spec.replicas}/{.status.replicas}/{.metadata.generation}'),
    ).toBe('4/4/5');
  });

  test('replaces, scales and changes workloads', async () => {
    await prints('create -f -', deployment('web'));

    expect(await prints('replace -f -', deployment('web', 7))).toBe('deployment.apps/web replaced\n');
    expect(await prints('scale deployment web --replicas=3')).toBe('deployment.apps/web scaled\n');
    expect(await complains('scale deployment web --replicas=5 --current-replicas=9')).toContain(
      'Expected replicas to be 9, was 3',
    );
    expect(await prints('set image deployment/web main=web:2')).toBe('deployment.apps/web image updated\n');
    expect(await prints('set env deployment/web MODE=test')).toBe('deployment.apps/web env updated\n');
    expect(await prints('rollout pause deployment/web')).toBe('deployment.apps/web paused\n');
    expect(await prints('rollout resume deployment/web')).toBe('deployment.apps/web resumed\n');
    expect(await prints('autoscale deployment web --min=1 --max=4')).toContain('web autoscaled');
    expect(await prints('get hpa')).toContain('Deployment/web');
    expect(
      await prints('get deployment web -o jsonpath={.spec.replicas}/{.spec.template.spec.containers[0].image}'),
    ).toBe('3/web:2');
    expect(await prints('get all')).toContain('deployment.apps/web 0/3');
    expect(await complains('replace -f -', deployment('other'))).toContain('NotFound');
    expect(await prints('replace --force -f -', deployment('web', 2))).toContain('deployment.apps/web replaced');
  });

  test.each([
    ['background', undefined],
    ['orphan', 'orphan'],
    ['foreground', 'foregroundDeletion'],
  ])('deletes with cascade %s, and leaves the rest to the garbage collector', async (cascade, finalizer) => {
    await prints('create -f -', deployment('web'));

    expect(await prints(`delete deployment web --cascade=${cascade} --wait=false`)).toBe(
      `deployment.apps "web" deleted from ${namespace} namespace\n`,
    );

    const left = await prints('get deployment web --ignore-not-found -o jsonpath={.metadata.finalizers}');
    expect(left).toBe(finalizer === undefined ? '' : `["${finalizer}"]`);
    if (finalizer !== undefined) await prints(`patch deployment web --type=merge -p {"metadata":{"finalizers":null}}`);
    expect(await complains('get deployment web')).toContain('NotFound');
  });

  test('waits for creation, conditions, values and deletion', async () => {
    await prints('create -f -', configMap('awaited', { finalizers: ['example.com/hold'] }));
    expect(await prints('wait --for=create configmap/awaited --timeout=20s')).toBe('configmap/awaited condition met\n');
    expect(await prints('delete configmap awaited --wait=false')).toContain('deleted');
    const gone = Promise.all(
      [walk.onReal, walk.onOurs].map((kubectl) =>
        kubectl.run(wordsOf('wait --for=delete configmap/awaited --timeout=20s')),
      ),
    );
    await prints(`patch configmap awaited --type=merge -p {"metadata":{"finalizers":null}}`);
    expect((await gone).map(({ code }) => code)).toEqual([0, 0]); // it says nothing when the object was gone before it looked

    await prints('create -f -', pod('awaited'));
    const running = prints('wait --for=jsonpath={.status.phase}=Running pod/awaited --timeout=20s');
    const ready = prints('wait --for=condition=Ready pod/awaited --timeout=20s');
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    await prints(`patch pod awaited --subresource=status --type=merge -p ${JSON.stringify({ status })}`);
    expect(await running).toBe('pod/awaited condition met\n');
    expect(await ready).toBe('pod/awaited condition met\n');
    expect(await complains('wait --for=condition=Initialized pod/awaited --timeout=1s')).toContain(
      'timed out waiting for the condition on pods/awaited',
    );
  });

  test('describes objects with their events', async () => {
    await prints('create -f -', pod('eventful'));
    await Promise.all(
      [walk.onReal, walk.onOurs].map(async (kubectl) => {
        const { stdout: uid } = await kubectl.run(['get', 'pod', 'eventful', '-o', 'jsonpath={.metadata.uid}']);
        const created = await kubectl.run(['create', '-f', '-'], eventAbout({ namespace, name: 'eventful', uid }));
        expect(created).toMatchObject({ code: 0 });
      }),
    );

    expect(await prints('describe pod eventful')).toMatch(/Normal Greeted .* hello there/);
    expect(await prints('events')).toMatch(/Normal Greeted Pod\/eventful hello there/);
    expect((await both(wordsOf('events --for pod/eventful --types=Warning'))).stderr).toContain('No events found');
    expect(await prints('get events')).toContain('Greeted');
    expect(await prints('get events -o wide')).toContain('greeter');
    expect(await prints('get events --field-selector=involvedObject.name=eventful,type=Normal -o name')).toContain(
      'event/eventful.1',
    );
    expect(await prints('get events.events.k8s.io -o jsonpath={.items[0].note}')).toBe('hello there');
    for (const what of [`namespace ${namespace}`, 'service', 'secret', 'configmap'])
      await both(wordsOf(`describe ${what}`));
  });

  test('follows a list with --watch, as the tutorials do', async () => {
    const watched = await Promise.all(
      [walk.onReal, walk.onOurs].map((kubectl) =>
        kubectl.follow(['get', 'configmaps', '--watch', '--output-watch-events'], async (until) => {
          await kubectl.run(['apply', '-f', '-'], configMap('first', { data: { a: '1' } }));
          await until((text) => text.includes('first'));
          await kubectl.run(['apply', '-f', '-'], configMap('second', { data: { a: '1', b: '2' } }));
          await until((text) => text.includes('second'));
          await kubectl.run(['label', 'configmap', 'first', 'seen=yes']);
          await until((text) => text.includes('MODIFIED'));
          await kubectl.run(['delete', '-f', '-'], configMap('second', {}));
          await until((text) => text.includes('DELETED'));
        }),
      ),
    );

    const [expected = '', seen = ''] = watched.map(settledText);
    expect(seen).toBe(expected);
    expect(seen).toBe(
      'EVENT NAME DATA AGE\nADDED first 1 <age>\nADDED second 2 <age>\nMODIFIED first 1 <age>\nDELETED second 2 <age>\n',
    );
  });

  test('applies from the client side, compares, and applies again', async () => {
    expect(await prints('apply -f -', configMap('applied', { data: { a: '1', b: '2' } }))).toBe(
      'configmap/applied created\n',
    );
    expect(await prints('apply -f -', configMap('applied', { data: { a: '1', b: '2' } }))).toBe(
      'configmap/applied unchanged\n',
    );
    expect((await both(['diff', '-f', '-'], configMap('applied', { data: { a: '9' } }))).code).toBe(1);
    expect(await prints('apply -f -', configMap('applied', { data: { a: '9' } }))).toBe(
      'configmap/applied configured\n',
    );
    expect(await prints('get cm applied -o jsonpath={.data}')).toBe('{"a":"9"}');
    expect(await prints('apply view-last-applied configmap applied')).toContain('a: "9"');
    expect(await prints('apply --dry-run=server -f -', configMap('applied', { data: { a: '0' } }))).toBe(
      'configmap/applied configured (server dry run)\n',
    );
    expect(await prints('apply -f -', deployment('web'))).toBe('deployment.apps/web created\n');
    expect(await prints('apply -f -', deployment('web', 5))).toBe('deployment.apps/web configured\n');
    expect(await prints('delete -f -', configMap('applied', {}))).toContain('deleted');
  });

  test('brings a custom resource with columns, short names and scale', async () => {
    const group = `${namespace}.example.com`;
    expect(await prints('create -f -', gardenDefinition(group))).toContain(`gardens.${group} created`);
    expect(await prints(`wait --for=condition=Established crd/gardens.${group} --timeout=20s`)).toContain(
      'condition met',
    );
    expect(await prints(`get crd gardens.${group}`)).toContain('CREATED AT');
    await Promise.all([walk.onReal, walk.onOurs].map((kubectl) => untilFound(kubectl, `gardens.${group}`)));

    expect(await prints('create -f -', garden(group, 'roses', { flower: 'rose' }))).toBe(
      `garden.${group}/roses created\n`,
    );
    expect(await prints('create -f -', garden(group, 'tulips', { flower: 'tulip', beds: 5 }))).toContain('created');
    expect(await prints(`get gardens.${group}`)).toBe(
      'NAME FLOWER BEDS AGE\nroses rose 2 <age>\ntulips tulip 5 <age>\n',
    );
    expect(await prints(`get gardens.${group} -o wide`)).toContain('NAME FLOWER BEDS AGE SECRET');
    expect(await prints(`get garden.${group}/roses -o yaml`)).toContain('beds: 2');
    expect(await prints(`scale garden.${group}/roses --replicas=9`)).toContain('scaled');
    expect(await prints(`get gardens.${group} --field-selector=spec.flower=tulip -o name`)).toBe(
      `garden.${group}/tulips\n`,
    );
    expect(await prints(`label gardens.${group} --all kept=yes`)).toContain('labeled');
    expect(await prints(`describe garden.${group} roses`)).toContain('Beds: 9');
    expect(await complains('create -f -', garden(group, 'weeds', { beds: 0 }))).toContain(
      'spec.flower: Required value',
    );
    expect(await complains('create -f -', garden(group, 'weeds', { flower: 'x', colour: 'red' }))).toContain(
      'unknown field "spec.colour"',
    );
    expect(await complains(`patch garden.${group} roses -p {"spec":{"beds":1}}`)).toContain('is not supported by');
    expect(await prints(`apply -f -`, garden(group, 'lilies', { flower: 'lily' }))).toContain('created');
    expect(await prints(`apply -f -`, garden(group, 'lilies', { flower: 'lily', beds: 3 }))).toContain('configured');
    expect(await prints(`explain gardens.spec --api-version=${group}/v1`)).toContain('beds');
    expect((await both(['delete', 'crd', `gardens.${group}`])).stdout).toContain('deleted');
    expect(await complains(`get gardens.${group}`)).toContain("the server doesn't have a resource type");
  });

  test('tells what the server is and serves', async () => {
    const [expected, seen] = await Promise.all(
      [walk.onReal, walk.onOurs].map(async (kubectl) =>
        JSON.parse((await kubectl.run(['get', '--raw', '/version'])).stdout),
      ),
    );
    expect(Object.keys(seen)).toEqual(Object.keys(expected));
    expect(seen.gitVersion).toBe(expected.gitVersion);
    expect(await prints('version')).toContain(`Server Version: ${seen.gitVersion}`);
    expect(await prints('cluster-info')).toContain('is running at');
    const resources = await Promise.all(
      [walk.onReal, walk.onOurs].map(async (kubectl) => builtIn(await kubectl.run(['api-resources', '-o', 'wide']))),
    );
    expect(resources[1]).toEqual(resources[0]);
    expect(resources[0]?.length).toBeGreaterThan(60);
    const versions = await Promise.all(
      [walk.onReal, walk.onOurs].map(async (kubectl) => builtIn(await kubectl.run(['api-versions']))),
    );
    expect(versions[1]).toEqual(versions[0]);
    expect(await prints('api-resources --api-group=apps --namespaced --verbs=list -o name')).toContain(
      'deployments.apps',
    );
    expect(await prints('get --raw /readyz')).toBe('ok');
    expect(await prints('get namespaces default kube-system')).toContain('kube-system Active');
    expect(await prints('get nodes -l there=none --ignore-not-found')).toBe('');
    expect(JSON.parse(await prints(`get --raw /api/v1/namespaces/${namespace}/configmaps`))).toMatchObject({
      kind: 'ConfigMapList',
      items: [],
    });
    expect(await complains('get --raw /api/v1/nothing')).toContain('NotFound');
  });

  test('makes objects of many kinds with its generators, which every table shows alike', async () => {
    for (const [line, kind] of [
      ['create secret generic key --from-literal=a=b', 'secret'],
      ['create serviceaccount robot', 'serviceaccount'],
      ['create service clusterip front --tcp=80:8080', 'service'],
      ['create service externalname away --external-name=example.com', 'service'],
      ['create deployment web --image=web:1 --replicas=2 --port=80', 'deployment'],
      ['create job once --image=job:1', 'job'],
      ['create cronjob often --image=job:1 --schedule=*/5␣*␣*␣*␣*', 'cronjob'],
      ['create role reader --verb=get,list --resource=pods,deployments.apps', 'role'],
      ['create rolebinding readers --role=reader --serviceaccount=default:robot', 'rolebinding'],
      ['create quota few --hard=pods=3', 'quota'],
      ['create poddisruptionbudget some --selector=app=web --min-available=1', 'pdb'],
      ['create ingress door --rule=example.com/*=front:80', 'ingress'],
      [`run alone --image=web:1 --labels=walk=${namespace}`, 'pod'],
      ['create configmap settings --from-literal=a=b', 'configmap'],
    ] as const) {
      expect(await prints(line)).toContain('created');
      expect(await prints(`get ${kind}`)).toMatch(/^NAME .*(AGE|CREATED AT)/);
      expect(await prints(`get ${kind} -o wide`)).toMatch(/^NAME .*(AGE|CREATED AT)/);
    }
    expect(await prints(`get pods --all-namespaces -l walk=${namespace}`)).toContain('Pending');
  });
});

/** The lines about built-in groups: other suites may bring their own to a server at the same time. */
const builtIn = ({ stdout }: Outcome) =>
  settledText(stdout)
    .split('\n')
    .filter((line) => !line.includes('example.com'));
