/**
 * What a client hears of something that was done and has nothing to show.
 */
import type { Status } from '@reeve/machinery';
import type { ApiResponse } from '../request/api-request.ts';
import { statusResponse } from '../respond/respond.ts';
import type { Call } from '../verbs/call.ts';

const success: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

/** `201 Created`, with a Status. */
export const created = (call: Call): Promise<ApiResponse> =>
  statusResponse(
    success,
    { ...call.representation, shape: 'object' },
    () => call.context.statusCodec.protobuf?.encode(success as never) ?? new Uint8Array(),
  );
