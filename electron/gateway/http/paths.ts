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
 * A path that begins with `~/` belongs to the root of the gateway, beside the version that the base URL ends in. The
 * result is relative to the base URL, or an address of the same origin.
 */
export function resolvePath(baseUrl: string, path: string): string {
  return path.startsWith('~/') ? `${rootOf(baseUrl)}${path.slice(1)}` : path;
}

/** The whole address of a path. */
export function addressOf(baseUrl: string, path: string): string {
  const resolved = resolvePath(baseUrl, path);
  return resolved === path ? `${baseUrl}${path}` : resolved;
}

const rootOf = (baseUrl: string): string => baseUrl.replace(/(?:\/api)?(?:\/v\d+)?\/*$/, '');

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
