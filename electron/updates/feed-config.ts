/** Where this build gets new versions from: fixed when it was made, in the `updates` of its `package.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const configSchema = z.object({
  /** A folder with `latest*.yml`, their signatures, and the packages. */
  url: z.string().refine(isFeedUrl),
  /** Ed25519, as base64 of its SubjectPublicKeyInfo. */
  publicKey: z.base64().min(1),
  /** A page to download any version from; `{version}` stands for it. */
  releases: z.url({ protocol: /^https$/ }),
});
export type FeedConfig = z.infer<typeof configSchema>;

/** Names that nobody can own (RFC 2606): a build that was never given a real address. */
const PLACEHOLDER = /\.example$/;

/**
 * @param appFolder as `app.getAppPath()`: inside the packed app, whose integrity the program checks
 * @returns `null` where the build names no update server
 */
export function readFeedConfig(appFolder: string): FeedConfig | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8'));
    const config = configSchema.parse(z.object({ updates: z.unknown() }).parse(manifest).updates);
    return PLACEHOLDER.test(new URL(config.url).hostname) ? null : config;
  } catch {
    return null;
  }
}

/** Over http only from this computer, which a build for a test names. */
function isFeedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isPlain = username === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1'));
}

export const releasePage = ({ releases }: FeedConfig, version: string): string =>
  releases.replace('{version}', encodeURIComponent(version));
