/**
 * Subresources that a node answers: where there is none behind a pod, its log is empty and nobody can be talked to; where there is one, the pod runtime answers.
 * Upstream: kubernetes pkg/registry/core/pod strategy's locations.
 */
import { badRequest, itemsAt, notFound, textAt, type ApiObject } from '@reeve/registry';
import type { PodRuntime } from '@reeve/machinery';
import { runOverChannels, type WantedStreams } from '../kubelet/command-channels.ts';
import { isOn, logAnswer, logOptions } from '../kubelet/pod-log.ts';
import type { ApiResponse } from '../request/api-request.ts';
import type { SubresourceHandler } from '../resource/subresource-view.ts';
import { admitted } from '../verbs/admit.ts';
import { storedObject, type Call } from '../verbs/call.ts';
import { postedForm } from './posted.ts';

const served = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

/** The handler of such a subresource; undefined for others. */
export const nodeSubresource = (subresource: string, runtime: PodRuntime | undefined): SubresourceHandler | undefined =>
  served.has(subresource)
    ? async (call, resource) => {
        if (subresource !== 'log') await admitConnect({ ...call, resource }, subresource);
        return answer(call, subresource, runtime);
      }
    : undefined;

/** What is asked for, as admission sees it. */
async function admitConnect(call: Call, subresource: string): Promise<void> {
  const { query } = call.request;
  const kind = `${call.resource.kind}${optionKinds[subresource] ?? ''}`;
  const streams = ['stdin', 'stdout', 'stderr', 'tty'].filter((name) => isOn(query, name));
  const container = query.get('container');
  const object = {
    kind,
    apiVersion: 'v1',
    ...(subresource === 'portforward' || subresource === 'proxy'
      ? {}
      : { ...Object.fromEntries(streams.map((name) => [name, true])), ...(container && { container }) }),
    ...(subresource === 'exec' && query.has('command') && { command: query.getAll('command') }),
    ...(subresource === 'portforward' && query.has('ports') && { ports: query.getAll('ports').map(Number) }),
    ...(subresource === 'proxy' && { path: `/${call.info.rest.join('/')}` }),
  } as unknown as ApiObject; // it has no metadata, as options have none
  const form = postedForm('', 'v1', kind, call.resource.codec);
  const name = call.info.name ?? '';
  await admitted(call, { operation: 'CONNECT', name, object, old: undefined, isDryRun: false, form });
}

const optionKinds: Readonly<Record<string, string>> = {
  exec: 'ExecOptions',
  attach: 'AttachOptions',
  portforward: 'PortForwardOptions',
  proxy: 'ProxyOptions',
};

function answer(call: Call, subresource: string, runtime: PodRuntime | undefined): ApiResponse {
  const name = call.info.name ?? '';
  const pod = storedObject(call, name);
  if (pod === undefined) throw notFound(call.resource, name);
  if (call.resource.plural !== 'pods')
    throw badRequest(`no node is there to answer for ${call.resource.plural} ${name}`);
  if (subresource === 'proxy') throw badRequest('address not allowed');
  const container = containerIn(pod, call.request.query.get('container') ?? '', name);
  const hasNode = textAt(pod, 'spec', 'nodeName') !== '';
  if (hasNode && runtime !== undefined) return fromNode(call, subresource, pod, container, runtime);
  if (subresource !== 'log' || hasNode) throw badRequest(`pod ${name} does not have a host assigned`);
  return { status: 204, headers: {}, body: new Uint8Array() };
}

function fromNode(
  call: Call,
  subresource: string,
  pod: ApiObject,
  container: string,
  runtime: PodRuntime,
): ApiResponse {
  const { query, headers } = call.request;
  if (subresource === 'log') return logFromNode(call, pod, container, runtime);
  if (subresource === 'portforward') throw badRequest('pods of this server have no ports to forward');
  if (headers['upgrade']?.toLowerCase() !== 'websocket') throw badRequest('Upgrade request required');
  const wanted = { stdin: isOn(query, 'stdin'), stdout: isOn(query, 'stdout'), stderr: isOn(query, 'stderr') };
  const command = { container, command: query.getAll('command'), isTerminal: isOn(query, 'tty') };
  refuseMeaningless(subresource, command.command, wanted);
  return {
    status: 101,
    headers: {},
    start: (sink) => sink.end(), // nobody without a line comes so far
    talk: (line, signal) => {
      void runOverChannels(line, wanted, signal, (streams) =>
        subresource === 'exec' ? runtime.exec(pod, command, streams) : runtime.attach(pod, command, streams),
      );
    },
  };
}

function logFromNode(call: Call, pod: ApiObject, container: string, runtime: PodRuntime): ApiResponse {
  const name = call.info.name ?? '';
  const status = statusOf(pod, container);
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  const options = logOptions(call.request.query, container, call.context.host.clock.now());
  if (options.previous && textAt(status, 'lastState', 'terminated', 'reason') === '')
    throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  if (
    !options.previous &&
    (status === undefined || waiting !== '') &&
    textAt(status, 'lastState', 'terminated', 'reason') === ''
  )
    throw badRequest(
      `container "${container}" in pod "${name}" is waiting to start: ${waiting || 'ContainerCreating'}`,
    );
  return logAnswer(runtime, pod, options);
}

const statusOf = (pod: ApiObject, container: string): unknown =>
  ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']
    .flatMap((list) => itemsAt(pod, 'status', list))
    .find((each) => textAt(each, 'name') === container);

function refuseMeaningless(subresource: string, command: readonly string[], wanted: WantedStreams): void {
  if (subresource === 'exec' && command.length === 0)
    throw badRequest('you must specify at least one command for the container');
  if (!wanted.stdin && !wanted.stdout && !wanted.stderr)
    throw badRequest('you must specify at least 1 of stdin, stdout, stderr');
}

/** The container that is meant: the only one, or the one that is named. */
function containerIn(pod: ApiObject, container: string, name: string): string {
  const namesIn = (list: string): string[] => itemsAt(pod, 'spec', list).map((each) => textAt(each, 'name'));
  const names = namesIn('containers');
  const all = [...names, ...namesIn('initContainers'), ...namesIn('ephemeralContainers')];
  const preferred = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'] ?? '';
  if (container === '' && names.length > 1 && !names.includes(preferred))
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`);
  if (container !== '' && !all.includes(container))
    throw badRequest(`container ${container} is not valid for pod ${name}`);
  return container || (names.length > 1 ? preferred : (names[0] ?? ''));
}
