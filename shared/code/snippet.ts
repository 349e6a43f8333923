/** A request as code that sends the same request: plain text, whatever the prompt holds. */
import { assertNever } from '../errors';
import { fillPath } from '../gateways/fill-path';
import type { CodeFile, CodeForm, PlainRequest } from './code-request';
import { type CodeConnection, usualConnection } from './connection';
import { curlSnippet } from './curl';
import { formSnippet } from './form-snippet';
import type { OperationId, RequestJson, SnippetLanguage } from './operations';
import { pythonSnippet } from './python';
import { typescriptSnippet } from './typescript';

export interface SnippetRequest {
  readonly language: SnippetLanguage;
  readonly operation: OperationId;
  readonly baseUrl: string;
  /** As it is sent; of a call that reads, its input: an `id`, or the filters of a list. */
  readonly body: RequestJson;
  /** Of a chat: whether the reply is streamed. */
  readonly stream: boolean;
  /** Images that the body has a placeholder for; the code reads them from files beside it. */
  readonly files?: readonly CodeFile[];
  /** Sent as a multipart form. */
  readonly form?: CodeForm;
  /** As documented where left out. */
  readonly connection?: CodeConnection;
}

/** The key is read from the environment variable `GATEHOUSE_API_KEY`; the code never holds one. */
export function snippet({
  language,
  operation,
  body,
  stream,
  files = [],
  form,
  ...rest
}: SnippetRequest): string {
  const baseUrl = rest.baseUrl.replace(/\/+$/, '');
  const isStream = operation === 'chat' && stream;
  const request: PlainRequest = {
    operation,
    baseUrl,
    connection: withInput(rest.connection ?? usualConnection(operation, baseUrl), operation, body),
    body: operation === 'chat' ? withStream(toJson(body), isStream) : toJson(body),
    stream: isStream,
    files,
  };
  if (form !== undefined) return formSnippet(language, { ...request, form });
  switch (language) {
    case 'curl':
      return curlSnippet(request);
    case 'typescript':
      return typescriptSnippet(request);
    case 'python':
      return pythonSnippet(request);
    default:
      return assertNever(language);
  }
}

/** Removes what does not belong in a value on the wire. */
function toJson(body: RequestJson): RequestJson {
  return JSON.parse(JSON.stringify(body));
}

/** `stream_options` without a stream is refused by most gateways. */
function withStream(
  { stream: _, stream_options: options, ...body }: RequestJson,
  isStream: boolean,
): RequestJson {
  if (!isStream) return body;
  return { ...body, stream: true, ...(options !== undefined && { stream_options: options }) };
}

/**
 * The connection with a call's input in its address: an identifier in the path, filters in the query. The input is the
 * `body` of the request, which a `GET` doesn't send.
 */
function withInput(connection: CodeConnection, operation: OperationId, body: RequestJson): CodeConnection {
  switch (operation) {
    case 'job':
    case 'model':
      return { ...connection, url: fillPath(connection.url, textOf(body.id)) ?? connection.url };
    case 'jobs':
      return { ...connection, query: [...connection.query, ...filtersOf(body)] };
    default:
      return connection;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const filtersOf = ({ status, limit }: RequestJson): CodeConnection['query'] => [
  ...(typeof status === 'string' ? [{ name: 'status', value: status.toWellFormed() }] : []),
  ...(typeof limit === 'number' ? [{ name: 'limit', value: String(limit) }] : []),
];
