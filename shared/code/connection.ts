/** How a call of a profile reaches its gateway, as code needs to know it. No secret is part of it. */

import { KEY_VARIABLE } from '../calls/inspector';
import type { Authentication } from '../profiles/gateway-connection';
import { jobPath, type OperationId, operations } from './operations';

export interface CodeHeader {
  readonly name: string;
  /** `null` for a secret: the code reads it from `variable`. */
  readonly value: string | null;
  readonly variable: string;
}

export interface CodeConnection {
  /** The whole address of the call, without the query. */
  readonly url: string;
  /** Of one job; `{id}` stands for its identifier. */
  readonly jobUrl: string;
  /** Whether the libraries, which know only the usual paths, reach it, and a job's record is the documented one. */
  readonly isUsual: boolean;
  readonly authentication: Authentication;
  /** What stands before the key in `Authorization`, such as `Bearer`. */
  readonly scheme: string;
  readonly headers: readonly CodeHeader[];
  readonly query: readonly { readonly name: string; readonly value: string }[];
}

/** As the interface is documented. */
export function usualConnection(operation: OperationId, baseUrl: string): CodeConnection {
  return {
    url: `${baseUrl}${operations[operation].path}`,
    jobUrl: `${baseUrl}${jobPath}`,
    isUsual: true,
    authentication: { kind: 'bearer' },
    scheme: 'Bearer',
    headers: [],
    query: [],
  };
}

/** `x-team-token` is read from `GATEHOUSE_X_TEAM_TOKEN`. */
export const variableOf = (header: string): string =>
  `GATEHOUSE_${header.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

/** The header that carries the key, before the others; none where no key is sent. */
export function allHeaders({ authentication, headers }: CodeConnection): readonly CodeHeader[] {
  if (authentication.kind !== 'header') return headers;
  return [{ name: authentication.name, value: null, variable: KEY_VARIABLE }, ...headers];
}

/** Every variable that the code reads. */
export const variablesOf = (connection: CodeConnection): readonly string[] => [
  ...new Set([
    ...(connection.authentication.kind === 'none' ? [] : [KEY_VARIABLE]),
    ...connection.headers.filter(({ value }) => value === null).map(({ variable }) => variable),
  ]),
];

/** Whether the libraries can send it: they know the usual paths, and a key after `Bearer`. */
export const isForLibrary = ({ isUsual, authentication, scheme }: CodeConnection): boolean =>
  isUsual && authentication.kind !== 'header' && (authentication.kind === 'none' || scheme === 'Bearer');

/** The address with the query. */
export function withQuery(url: string, { query }: CodeConnection): string {
  if (query.length === 0) return url;
  return `${url}?${query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
