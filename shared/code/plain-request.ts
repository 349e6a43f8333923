import type { CodeFile } from './code-request';
import type { CodeConnection } from './connection';
import type { OperationId, RequestJson } from './operations';

/** The input of each language's writer: the body is JSON and states whether it streams. */
export interface PlainRequest {
  readonly operation: OperationId;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly body: RequestJson;
  readonly stream: boolean;
  readonly files: readonly CodeFile[];
  readonly connection: CodeConnection;
}
