/** Starts the app, whole and as it is, on the simulated world. */
import { mkdirSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGatehouse } from '../../../electron/compose';
import type { Core } from '../../../electron/core/core';
import type { AppEvent } from '../../../shared/contract';
import type { Life } from './life';
import type { Fetch } from './network';
import { beginLife, kill, type World } from './world';

export interface App {
  readonly core: Core;
  readonly life: Life;
}

export const homeOf = ({ folder }: World): string => join(folder, 'home');
export const versionOf = ({ updates }: World): string => `1.${updates}.0`;
export const mediaOf = ({ folder }: World): string => join(folder, 'media');

/**
 * @param hear every event as a window gets it, and every line for the console
 * @throws what the app says where it cannot start; the process is then gone
 */
export async function startApp(
  world: World,
  fetch: Fetch,
  hear: { event(event: AppEvent): void; line(text: string): void },
): Promise<App> {
  mkdirSync(homeOf(world), { recursive: true });
  const life = beginLife(world);
  try {
    const core = await Promise.race([
      open(world, fetch, hear.line),
      life.died.then(() => {
        throw new Error('The process was killed while it started');
      }),
    ]);
    core.subscribe((event) => life.isAlive && hear.event(event));
    return { core, life };
  } catch (error) {
    kill(world);
    throw error;
  }
}

/** Opens the app on the data folder, whoever else has it open. */
export function open(world: World, fetch: Fetch, log: (line: string) => void): Promise<Core> {
  return openGatehouse({
    ...{ home: homeOf(world), mediaFolder: mediaOf(world), host: 'browser', fetch, log },
    version: versionOf(world),
    // Every name has an address of the public network.
    network: { resolve: async () => ['93.184.216.34'], fetch },
    sandboxEntry: new URL('file:///simulated/sandbox.js'),
  });
}

/** What was written and never synced is lost in part, and so are names whose folder was never synced. */
export function tearUnsynced({ disk, noise }: World): number {
  let torn = 0;
  const attempt = (work: () => void) => {
    try {
      work();
      torn += 1;
    } catch {
      // It is gone already.
    }
  };
  for (const [path, synced] of disk.unsynced)
    attempt(() => {
      const size = synced === 0 ? 0 : statSync(path).size;
      const left = synced + Math.floor(Math.max(0, size - synced) * noise.next());
      truncateSync(path, Math.min(synced, size));
      // The file has its new length already, and not what was written there.
      truncateSync(path, left);
    });
  for (const { from, to, replaced } of disk.names.toReversed()) {
    if (noise.chance(0.5)) continue;
    attempt(() => {
      renameSync(to, from);
      if (replaced !== null) writeFileSync(to, replaced);
    });
  }
  disk.unsynced.clear();
  disk.names = [];
  return torn;
}
