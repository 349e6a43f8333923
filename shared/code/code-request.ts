import type { CodeConnection } from './connection';
import type { OperationId, RequestJson } from './operations';

/** An image of a call, to be saved beside the code. */
export interface CodeFile {
  /** The placeholder in the body for the file's data URL. */
  readonly marker: string;
  /** The file's name in the code: plain and unique. */
  readonly fileName: string;
  readonly contentType: string;
  readonly attachmentId: string;
  /** The name shown to you. */
  readonly name: string;
}

/** The request of a call, to be written as code. */
export interface CodeRequest {
  readonly operation: OperationId;
  /** The gateway's address. */
  readonly baseUrl: string;
  /** How the profile reaches its gateway. */
  readonly connection: CodeConnection;
  /** The Sandbox, whose key the app generates at every start. */
  readonly isSandbox: boolean;
  /** One for each call: a long text is spoken in several. */
  /** Files that the code reads; a body has a placeholder for each data URL. */
  readonly files: readonly CodeFile[];
  readonly bodies: readonly RequestJson[];
  /** Whether a chat's reply is streamed. */
  readonly stream: boolean;
  /**
   * - `sent`: the request that was sent.
   * - `next`: the request that would be sent now.
   * - `rebuilt`: the messages that were sent, with the current settings: those of a past reply are not stored.
   */
  readonly origin: 'sent' | 'next' | 'rebuilt';
}
