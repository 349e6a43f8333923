import { fillPath } from '../../../shared/gateways/fill-path';

/**
 * Every path of the interface, in one place: another gateway's paths are one edit, or one object of a profile.
 *
 * The interface shows only the path of chat; the others are what an OpenAI client library would expect.
 */
export interface GatewayPaths {
  readonly chat: string;
  readonly images: string;
  readonly speech: string;
  readonly videos: string;
  readonly jobs: string;
  /**
   * `{id}` is replaced by the job's identifier. `POST` before it sends the fields of its query as the body, such as
   * `POST /video/status?requestId={id}`.
   */
  readonly job: string;
  /** The finished file of a job without an address; `{id}` is replaced by the job's identifier. */
  readonly jobContent: string;
  readonly models: string;
  /** `{id}` is replaced by the model's identifier. */
  readonly model: string;
}

/**
 * The whole address of a path. One that begins with `~/` belongs to the root of the gateway, beside the version that the
 * base URL ends in. Whatever the path holds comes after a slash, so none of it is read as a part of the host.
 */
export function addressOf(baseUrl: string, path: string): string {
  const [base = '', query] = splitQuery(baseUrl);
  const address = path.startsWith('~/')
    ? `${rootOf(base)}${path.slice(1)}`
    : `${base.replace(/\/+$/, '')}${path.startsWith('/') ? path : `/${path}`}`;
  if (query === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** A base URL may end in a query, which belongs to every call. */
function splitQuery(baseUrl: string): readonly [string, string?] {
  const at = baseUrl.indexOf('?');
  return at === -1 ? [baseUrl] : [baseUrl.slice(0, at), baseUrl.slice(at + 1)];
}

/** A path may begin with the method by which it is asked, such as `POST /video/status?requestId={id}`. */
export function splitRoute(route: string): { readonly method: 'get' | 'post'; readonly path: string } {
  const [, method = 'get', path = route] = /^(GET|POST)\s+(\S.*)$/i.exec(route) ?? [];
  return { method: method.toLowerCase() as 'get' | 'post', path };
}

/**
 * A path that names the model, as some gateways have it; the model is then no part of the body. `null` where there is
 * none to name.
 */
export function withModel(
  path: string,
  body: Readonly<Record<string, unknown>>,
  model: unknown,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } | null {
  if (!path.includes('{model}')) return { path, body };
  const filled = fillPath(path.replace('{model}', '{id}'), typeof model === 'string' ? model : '');
  const { model: _, ...rest } = body;
  return filled === null ? null : { path: filled, body: rest };
}

/** Edits are beside generations, also where a profile has a path of its own. */
export const editsPath = (images: string): string =>
  /\/generations$/.test(images) ? images.replace(/generations$/, 'edits') : '/images/edits';

/** Vectors are beside chats. */
export const embeddingsPath = (chat: string): string =>
  /\/chat\/completions$/.test(chat) ? chat.replace(/chat\/completions$/, 'embeddings') : '/embeddings';

export const isOwnAddress = ({ origin }: URL, baseUrl: string): boolean => origin === new URL(baseUrl).origin;

/** Cut from the path alone: a host may be called `api` or `v1` itself. */
function rootOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/(?:\/(?:api|compatible-mode|compatibility))?(?:\/v\d+)?\/?$/, '')}`;
}

/** @throws Error where an address leaves the origin of the base URL, which alone may get the key */
export function requireOwnOrigin(address: URL, baseUrl: string): void {
  if (isOwnAddress(address, baseUrl)) return;
  throw new Error(
    'its address leaves the host of the base URL. Correct the paths of the profile in Settings.',
  );
}

export const defaultPaths: GatewayPaths = {
  chat: '/chat/completions',
  images: '/images/generations',
  speech: '/audio/speech',
  videos: '/videos/generations',
  jobs: '/jobs',
  job: '/jobs/{id}',
  jobContent: '/videos/{id}/content',
  models: '/models',
  model: '/models/{id}',
};
