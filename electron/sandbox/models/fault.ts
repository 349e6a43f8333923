/** Failures the `sandbox/flaky` model plays; the chat route acts them out. */

/**
 * - `status`: an error reply with a status of its own instead of a result.
 * - `cut`: the connection is closed without a word.
 * - `malformed`: an event (or body) that is no JSON, then the end.
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
