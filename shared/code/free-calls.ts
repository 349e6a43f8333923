/** Calls that read: what they ask for is in the address, not in a body. */
import { fillPath } from '../gateways/fill-path';
import type { CodeConnection } from './connection';
import type { OperationId, RequestJson } from './operations';

/**
 * The connection with a call's input in its address: an identifier in the path, filters in the query. The input is the
 * `body` of the request, which a `GET` doesn't send.
 */
export function withInput(
  connection: CodeConnection,
  operation: OperationId,
  body: RequestJson,
): CodeConnection {
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
