import type { CodeFile } from './code-request';
import type { OperationId, RequestJson } from './operations';

/** What each language's writer gets: the body is JSON and says itself whether it streams. */
export interface PlainRequest {
  readonly operation: OperationId;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly body: RequestJson;
  readonly stream: boolean;
  readonly files: readonly CodeFile[];
}
