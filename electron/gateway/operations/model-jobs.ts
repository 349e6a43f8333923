/**
 * Jobs that are asked for at a path of their model, by a POST whose body has their id. The handle of such a job is that
 * address with the id behind it.
 */
import type { CallSpec, ClientContext } from '../http/call';
import { addressOf, defaultPaths, type GatewayPaths, withModel } from '../http/paths';
import { textOrNull } from '../parse/json';

const ID_BESIDE = '#post=';

/** `null` where jobs of this model are asked for like all others, or where a person set the path. */
export function handleOfModel(
  { dialect, baseUrl }: Pick<ClientContext, 'dialect' | 'baseUrl'>,
  paths: GatewayPaths,
  model: unknown,
): ((id: string) => string) | null {
  const { jobOfModel } = dialect;
  if (jobOfModel === null || paths.job !== (dialect.paths.job ?? defaultPaths.job)) return null;
  if (!jobOfModel.models.test(textOrNull(model) ?? '')) return null;
  const filled = withModel(jobOfModel.path, {}, model);
  if (filled === null) return null;
  return (id) => `${addressOf(baseUrl, filled.path)}${ID_BESIDE}${encodeURIComponent(id)}`;
}

/**
 * How the job of such a handle is asked for; `null` where it is none. The path has to be that of the dialect: an address
 * that an answer names must never begin a request that is charged.
 */
export function requestOfModel(
  { dialect }: Pick<ClientContext, 'dialect'>,
  url: URL,
): Pick<CallSpec, 'method' | 'path' | 'url' | 'body'> | null {
  const { jobOfModel } = dialect;
  if (jobOfModel === null || !url.hash.startsWith(ID_BESIDE)) return null;
  const [before = '', after = ''] = jobOfModel.path.split('{model}');
  if (!url.pathname.includes(before) || !url.pathname.endsWith(after)) return null;
  const id = new URLSearchParams(`id=${url.hash.slice(ID_BESIDE.length)}`).get('id');
  const bare = new URL(url);
  bare.hash = '';
  return { method: 'post', path: '', url: bare.href, body: { id } };
}
