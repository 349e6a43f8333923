/** The window's position and size, stored between starts in a small file. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
});
const placeSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });
const windowStateSchema = placeSchema.extend({
  theme: z.enum(['system', 'light', 'dark']),
  /** Where a window was last with the same displays; keyed by {@link arrangementOf}. */
  arrangements: z.record(z.string(), placeSchema).default({}),
});

export type Bounds = z.infer<typeof boundsSchema>;
export type WindowState = z.infer<typeof windowStateSchema>;

/** `null` where nothing usable was stored; the system then places the window. */
export function readWindowState(file: string): WindowState | null {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Never throws: a full disk must not keep a window from closing. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // A position that can't be saved needs no message.
  }
}

/** The displays as they are connected and placed now, as a key. */
export function arrangementOf(screens: readonly Bounds[]): string {
  return screens
    .map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`)
    .sort()
    .join(' ');
}

/** More combinations of displays than anybody uses. */
const MAX_ARRANGEMENTS = 8;

/** Makes room for one more; the key itself is left out, so that it becomes the newest. */
export function newestOf(
  arrangements: WindowState['arrangements'],
  key: string,
): WindowState['arrangements'] {
  const others = Object.entries(arrangements).filter(([name]) => name !== key);
  return Object.fromEntries(others.slice(1 - MAX_ARRANGEMENTS));
}

/** Where to put a window: as it was with these displays, else as it was last, where that can be seen. */
export function boundsFor(
  kept: WindowState | null,
  screens: readonly Bounds[],
): z.infer<typeof placeSchema> | null {
  const place = kept?.arrangements[arrangementOf(screens)] ?? kept;
  return place != null && isReachable(place.bounds, screens) ? place : null;
}

/** Whether enough of the window would be on a screen to be dragged: screens change between starts. */
export function isReachable(bounds: Bounds, screens: readonly Bounds[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
    const height =
      Math.min(bounds.y + bounds.height, screen.y + screen.height) - Math.max(bounds.y, screen.y);
    return width >= 100 && height >= 50 && bounds.y >= screen.y;
  });
}
