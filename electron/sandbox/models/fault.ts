/** The failures of the `sandbox/flaky` model; the chat route carries them out. */

/**
 * - `status`: an error reply with another status instead of a result.
 * - `cut`: the connection is closed without a response.
 * - `malformed`: an event (or body) that is not JSON, then the end.
 * - `error_event`: an error inside the stream; without a stream a 502.
 */
export type FaultMode = 'status' | 'cut' | 'malformed' | 'error_event';

export interface FaultFields {
  readonly mode: FaultMode;
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;
}

export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
  readonly fields: FaultFields;

  constructor(fields: FaultFields) {
    super(`This failure was asked for (${fields.mode}).`);
    this.fields = fields;
  }
}
