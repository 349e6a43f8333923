import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  arrangementOf,
  boundsFor,
  isReachable,
  newestOf,
  readWindowState,
  writeWindowState,
} from '../../../../electron/hosts/desktop/window-state';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 10, y: 20, width: 1440, height: 900 };
const state = { bounds, maximized: false, theme: 'dark', arrangements: {} } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-window-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the place of the window', () => {
  it('is remembered for each arrangement of displays', () => {
    const wide = { x: 1920, y: 0, width: 2560, height: 1440 };
    const docked = { bounds: { ...bounds, x: 2000 }, maximized: true };
    const both = arrangementOf([screen, wide]);
    const kept = { ...state, arrangements: { [both]: docked } };
    expect(boundsFor(kept, [wide, screen])).toEqual(docked);
    expect(boundsFor(kept, [screen])).toMatchObject({ bounds });
    expect(boundsFor({ ...state, bounds: docked.bounds }, [screen])).toBeNull();
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`screen ${at}`, docked]));
    const left = Object.keys(newestOf(many, 'screen 3'));
    expect(left).toHaveLength(7);
    expect(left).not.toContain('screen 3');
    expect(left).toContain('screen 8');
  });

  it('is kept', async () => {
    const file = path.join(folder, 'window.json');
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
    expect(await readdir(folder)).toEqual(['window.json']);
  });

  it.each(['', '{', '{}', '{"bounds":{"x":0,"y":0,"width":1,"height":1},"maximized":false,"theme":"dark"}'])(
    'is ignored if the file contains %j',
    async (text) => {
      const file = path.join(folder, 'window.json');
      await writeFile(file, text);
      expect(readWindowState(file)).toBeNull();
    },
  );

  it('that can’t be saved does not stop the window from closing', () => {
    expect(() => writeWindowState(path.join(folder, 'missing', 'window.json'), state)).not.toThrow();
  });

  it('is used only if the window would be reachable', () => {
    expect(isReachable(bounds, [screen])).toBe(true);
    expect(isReachable({ ...bounds, x: 1900 }, [screen])).toBe(false);
    expect(isReachable({ ...bounds, y: -500 }, [screen])).toBe(false);
    expect(isReachable({ ...bounds, x: 2000 }, [screen, { ...screen, x: 1920 }])).toBe(true);
    expect(isReachable(bounds, [])).toBe(false);
  });
});
