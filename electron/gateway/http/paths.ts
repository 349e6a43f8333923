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
  /** `{id}` is replaced by the job's identifier. */
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
  if (path.startsWith('~/')) return `${rootOf(baseUrl)}${path.slice(1)}`;
  return `${baseUrl}${path.startsWith('/') ? path : `/${path}`}`;
}

/** Cut from the path alone: a host may be called `api` or `v1` itself. */
function rootOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/(?:\/api)?(?:\/v\d+)?\/?$/, '')}`;
}

/** @throws Error where an address leaves the origin of the base URL, which alone may get the key */
export function requireOwnOrigin({ origin }: URL, baseUrl: string): void {
  if (origin === new URL(baseUrl).origin) return;
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
