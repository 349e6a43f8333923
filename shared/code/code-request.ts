import type { CodeConnection } from './connection';
import type { OperationId, RequestJson } from './operations';

/** A file of a call, to be saved beside the code. */
export interface CodeFile {
  /** The placeholder in the body for the file's data URL. */
  readonly marker: string;
  /** The body has its base64 alone, without the head of a data URL. */
  readonly isBare?: boolean;
  /** The file's name in the code: plain and unique. */
  readonly fileName: string;
  readonly contentType: string;
  readonly attachmentId: string;
  /** The name shown to you. */
  readonly name: string;
}

/** The files of a multipart form, each by its placeholder. */
export type CodeForm = readonly { readonly field: string; readonly marker: string }[];

/** What comes before the base64 of a file in the body. */
export const headOf = ({ isBare = false, contentType }: CodeFile): string =>
  isBare ? '' : `data:${contentType};base64,`;

/** Of each file, by its placeholder: the variable that holds it, such as `image1`. */
export const variablesOf = (files: readonly CodeFile[], separator = ''): ReadonlyMap<string, string> =>
  new Map(files.map(({ marker, fileName }) => [marker, variableOf(fileName, separator)]));

/** @param fileName such as `image-1.png` */
export const variableOf = (fileName: string, separator = ''): string =>
  (fileName.split('.')[0] ?? '').replace('-', separator);

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
  /** Absent where the body is JSON; otherwise the body has the fields beside these. */
  readonly form?: CodeForm;
  /** Whether a chat's reply is streamed. */
  readonly stream: boolean;
  /**
   * - `sent`: the request that was sent.
   * - `next`: the request that would be sent now.
   * - `rebuilt`: the messages as they are stored, with the settings that the reply was asked with where `hasOwnSettings`
   *   says so, otherwise with those that its chat has now.
   */
  readonly origin: 'sent' | 'next' | 'rebuilt';
  readonly hasOwnSettings?: true;
}

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
