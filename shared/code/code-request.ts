import type { OperationId, RequestJson } from './operations';

/** An image of a call, to lie beside the code. */
export interface CodeFile {
  /** Stands in the body where the file's data URL is to stand. */
  readonly marker: string;
  /** What the code calls it: plain, and unlike the others. */
  readonly fileName: string;
  readonly contentType: string;
  readonly attachmentId: string;
  /** What the person calls it. */
  readonly name: string;
}

/** What a call sends, to be written as code. */
export interface CodeRequest {
  readonly operation: OperationId;
  /** Of the gateway it goes to. */
  readonly baseUrl: string;
  /** The embedded gateway, whose key the app makes again at every start. */
  readonly isSandbox: boolean;
  /** One for each call it takes: a long text is spoken in several. */
  /** Files that the code reads; a body names each in place of its data URL. */
  readonly files: readonly CodeFile[];
  readonly bodies: readonly RequestJson[];
  /** Whether a chat's reply comes as it is written. */
  readonly stream: boolean;
  /**
   * - `sent`: what went over the wire.
   * - `next`: what would be sent now.
   * - `rebuilt`: the messages that were sent, with the settings as they are now: those of a past reply are not kept.
   */
  readonly origin: 'sent' | 'next' | 'rebuilt';
}
