/**
 * Opens the streams of a pod: a command, its main process, a port. The calls pass the layers of a client like any other, so that
 * namespaces are filled in and hooks see them.
 */
import { InvalidInputError } from '@reeve/machinery';
import { withParams } from '../request/query.ts';
import { requestOf, type ApiCall } from './api-call.ts';
import { portForwardProtocol, remoteCommandProtocols } from '../streams/channel-protocol.ts';
import { ChannelSocket } from '../streams/channel-socket.ts';
import { ExecSession } from '../streams/exec-session.ts';
import { PortForward } from '../streams/port-forward.ts';
import { openSocket, type Access, type OpeningLimit } from '../streams/web-socket.ts';

/** What to attach to, and which streams to open. Outputs are open unless told otherwise. */
export interface AttachOptions {
  /** Which container; the only one, or the default, unless given. */
  readonly container?: string | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdout?: boolean | undefined;
  readonly stderr?: boolean | undefined;
  /** True gives the process a terminal, where both outputs are one. */
  readonly tty?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What to run, and which streams to open. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments. No shell is between. */
  readonly command: readonly string[];
}

/** The parameters of an exec or attach. A terminal has no error output of its own. */
export const commandParams = ({
  container,
  stdin = false,
  stdout = true,
  stderr = true,
  tty = false,
  ...rest
}: AttachOptions & Partial<ExecOptions>) => ({
  command: rest.command,
  container,
  stdin: stdin || undefined,
  stdout: stdout || undefined,
  stderr: (stderr && !tty) || undefined,
  tty: tty || undefined,
});

/** Opens the session that a call to exec or attach asks for. */
export async function openSession(
  access: Access | undefined,
  call: ApiCall,
  limit: OpeningLimit,
): Promise<ExecSession> {
  return new ExecSession(await open(access, call, remoteCommandProtocols, limit), requestOf(call));
}

/** Opens the connection that a call to port-forward asks for. */
export async function openPort(
  access: Access | undefined,
  call: ApiCall,
  port: number,
  limit: OpeningLimit,
): Promise<PortForward> {
  return new PortForward(await open(access, call, [portForwardProtocol], limit), port);
}

async function open(
  access: Access | undefined,
  call: ApiCall,
  protocols: readonly string[],
  limit: OpeningLimit,
): Promise<ChannelSocket> {
  if (access === undefined) {
    throw new InvalidInputError(
      'access',
      `${call.subresource ?? 'This'} of a ${call.kind.kind} needs a WebSocket, and this client has only a transport: make it with Client.of(cluster)`,
    );
  }
  const { kind, namespace, name = '', subresource } = call;
  const { signal } = call.options;
  const path = withParams(kind.path({ namespace, name, subresource }), call.params ?? {});
  return new ChannelSocket(
    await openSocket({ access, path, protocols, about: requestOf(call), signal, limit }),
    signal,
  );
}
