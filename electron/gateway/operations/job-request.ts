/** How a job is asked for: by a path, a query or a body that holds its id, or at the address that its answer named. */
import { fillPath } from '../../../shared/fill-path';
import type { CallSpec, ClientContext } from '../http/call';
import { addressOf, type GatewayPaths, splitRoute } from '../http/paths';
import { isAddress } from '../parse/job-records';

type JobSpec = Pick<CallSpec, 'method' | 'path' | 'url' | 'body'>;

/** `null` where the id is none. */
export function jobRequest(paths: GatewayPaths, id: string): JobSpec | null {
  if (isAddress(id)) return URL.canParse(id) ? { method: 'get', path: '', url: id } : null;
  const { method, path: template } = splitRoute(paths.job);
  if (method === 'get') {
    const path = fillPath(template, id);
    return path === null ? null : { method, path };
  }
  // With POST, the fields of the query are those of the body.
  const [path = '', query = ''] = template.split('?');
  if (fillPath('{id}', id) === null) return null;
  const filled = fillPath(path, id) ?? path;
  const fields = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    value.replace('{id}', () => id),
  ]);
  return { method, path: filled, body: Object.fromEntries(fields) };
}

/**
 * The address that an answer names for its job, where it is the gateway's own and another than the path would give;
 * else the id. A path that a person set counts more than the gateway's word.
 */
export function createHandleOf(
  { baseUrl }: Pick<ClientContext, 'baseUrl'>,
  paths: GatewayPaths,
  isOwnPath: boolean,
) {
  return (id: string, named: string | null): string => {
    if (named === null || isOwnPath || !URL.canParse(named, `${baseUrl}/`)) return id;
    const url = new URL(named, `${baseUrl}/`);
    if (url.origin !== new URL(baseUrl).origin) return id;
    const { method, path } = splitRoute(paths.job);
    const usual = fillPath(path, id);
    const isUsual = method === 'get' && usual !== null && addressOf(baseUrl, usual) === url.href;
    return isUsual ? id : url.href;
  };
}
