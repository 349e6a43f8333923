import { rmSync } from 'node:fs';

/**
 * Deletes a file or folder that is left over. On some systems that fails while another program reads it, which is no
 * reason to stop: a later start tries again.
 * @returns whether it is gone
 */
export function tidyAway(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
