/**
 * The name that a browser reaches this start of the host by.
 *
 * Cookies know no ports, and what a page leaves in a browser (storage, a service worker) belongs to a name and a port. So
 * a program that had the port of an earlier start, or has another one, could wait there for this start. A random name
 * under `localhost`, which browsers send to this computer by themselves (RFC 6761, 6.3), has no past.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';

export interface HostNames {
  /** Always answered, and never missing from a system: `127.0.0.1:4310`. */
  readonly plain: string;
  /** Of this start only, such as `gh-5f0c….localhost:4310`. */
  readonly own: string;
}

export function makeHostNames(port: number): HostNames {
  return { plain: `127.0.0.1:${port}`, own: `gh-${randomBytes(8).toString('hex')}.localhost:${port}` };
}

export const namesOf = ({ plain, own }: HostNames): readonly string[] => [plain, own];

/**
 * The name to open a browser with. Chromium and Firefox find every name under `localhost` themselves; Safari asks the
 * system, which may not know it.
 */
export async function nameToOpen(
  { plain, own }: HostNames,
  platform: NodeJS.Platform = process.platform,
  find: (name: string) => Promise<{ address: string }> = lookup,
): Promise<string> {
  if (platform !== 'darwin') return own;
  const found = await find(own.split(':')[0] ?? '').catch(() => null);
  return found?.address === '127.0.0.1' || found?.address === '::1' ? own : plain;
}
