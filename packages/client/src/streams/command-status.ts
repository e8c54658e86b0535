/**
 * How a command ended, as the server says on the error channel: a `Status` whose causes hold the exit code.
 * Upstream: client-go tools/remotecommand's error decoder.
 */
import { apiErrorFromStatus, isJsonObject } from '@reeve/machinery';
import type { ApiRequest, Status } from '@reeve/machinery';

/** The status in what has come so far, or undefined as long as it is not whole. Kubelets leave out apiVersion and kind. */
export function commandStatusIn(bytes: Uint8Array): Status | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isJsonObject(value) && 'status' in value ? value : undefined;
  } catch {
    return undefined; // the rest is still to come
  }
}

/** The exit code. A server that could not run the command at all is thrown as the `ApiError` it stands for. */
export function exitCodeIn(status: Status, about: ApiRequest): number {
  if (status.status === 'Success') return 0;
  const code = (status.details?.causes ?? []).find(({ reason }) => reason === 'ExitCode')?.message;
  if (status.reason === 'NonZeroExitCode' && code !== undefined && /^\d{1,3}$/.test(code)) return Number(code);
  throw apiErrorFromStatus(status, about);
}
