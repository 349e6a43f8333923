/** The windows that were open, with the position, size and page of each, stored between starts in a small file. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
});
const placeSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });
const keptWindowSchema = placeSchema.extend({
  /** The page's address, such as `#/chat/…`; empty for where the page was last. Quick ask is a window of its own kind. */
  address: z
    .string()
    .max(500)
    .regex(/^(?:#\/(?!quick$).*)?$/),
  /** Where the window was last with the same displays; keyed by {@link arrangementOf}. */
  arrangements: z.record(z.string(), placeSchema),
});

/** Upper limit for windows: a start with a hundred would take minutes. */
export const MAX_WINDOWS = 12;

const windowStateSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** The one used last comes last. */
  windows: z.array(keptWindowSchema).min(1).max(MAX_WINDOWS),
});

export type Bounds = z.infer<typeof boundsSchema>;
export type Place = z.infer<typeof placeSchema>;
export type KeptWindow = z.infer<typeof keptWindowSchema>;
export type WindowState = z.infer<typeof windowStateSchema>;

/** `null` where nothing usable was stored; the system then places one window. */
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

/** What follows the page's own address, such as `#/chat/…`; empty for an address that is not stored. */
export function addressIn(url: string, pageUrl: string): string {
  const address = url.startsWith(pageUrl) ? url.slice(pageUrl.length) : '';
  return keptWindowSchema.shape.address.safeParse(address).data ?? '';
}

/** The displays as they are connected and placed now, as a key. */
export function arrangementOf(screens: readonly Bounds[]): string {
  return screens
    .map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`)
    .sort()
    .join(' ');
}

/** Upper limit for combinations of displays. */
const MAX_ARRANGEMENTS = 8;

/** The place of a window with these displays becomes the newest; the oldest makes room for it. */
export function rememberPlace(
  arrangements: KeptWindow['arrangements'],
  screens: readonly Bounds[],
  place: Place,
): KeptWindow['arrangements'] {
  const key = arrangementOf(screens);
  const others = Object.entries(arrangements).filter(([name]) => name !== key);
  return { ...Object.fromEntries(others.slice(1 - MAX_ARRANGEMENTS)), [key]: place };
}

/**
 * Where to put a window: as it was with these displays, else as it was last. A window that would be out of sight is
 * moved to the nearest place on the first display.
 * @param screens the area of each display, the main one first
 */
export function placeFor(kept: KeptWindow, screens: readonly Bounds[]): Place {
  const { bounds, maximized } = kept.arrangements[arrangementOf(screens)] ?? kept;
  const [first] = screens;
  if (first === undefined || isReachable(bounds, screens)) return { bounds, maximized };
  return { bounds: moveInto(bounds, first), maximized };
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

function moveInto(bounds: Bounds, screen: Bounds): Bounds {
  const width = Math.min(bounds.width, screen.width);
  const height = Math.min(bounds.height, screen.height);
  return {
    x: Math.max(screen.x, Math.min(bounds.x, screen.x + screen.width - width)),
    y: Math.max(screen.y, Math.min(bounds.y, screen.y + screen.height - height)),
    width,
    height,
  };
}
