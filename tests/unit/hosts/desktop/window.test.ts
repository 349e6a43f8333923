import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addressIn,
  arrangementOf,
  isReachable,
  type KeptWindow,
  placeFor,
  readWindowState,
  rememberPlace,
  type WindowState,
  writeWindowState,
} from '../../../../electron/hosts/desktop/window-state';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 10, y: 20, width: 1440, height: 900 };
const kept: KeptWindow = { bounds, maximized: false, address: '#/chat/one', arrangements: {} };
const state: WindowState = { theme: 'dark', windows: [kept, { ...kept, address: '' }] };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-window-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the place of a window', () => {
  const wide = { x: 1920, y: 0, width: 2560, height: 1440 };
  const docked = { bounds: { ...bounds, x: 2000 }, maximized: true };

  it('is remembered for each arrangement of displays', () => {
    const both = rememberPlace({}, [screen, wide], docked);
    const all = { ...kept, arrangements: rememberPlace(both, [screen], { bounds, maximized: false }) };
    expect(placeFor(all, [wide, screen])).toEqual(docked);
    expect(placeFor(all, [screen])).toEqual({ bounds, maximized: false });
  });

  it('is remembered for the eight newest arrangements', () => {
    let arrangements: KeptWindow['arrangements'] = {};
    const displays = Array.from({ length: 10 }, (_, at) => ({ ...screen, x: at }));
    for (const display of displays) arrangements = rememberPlace(arrangements, [display], docked);
    expect(Object.keys(arrangements)).toEqual(displays.slice(2).map((display) => arrangementOf([display])));
  });

  it('moves to the main display where it was on one that is gone', () => {
    const alone = { ...kept, ...docked };
    expect(placeFor(alone, [screen])).toEqual({
      bounds: { x: 480, y: 20, width: 1440, height: 900 },
      maximized: true,
    });
    const small = { x: 0, y: 25, width: 1280, height: 695 };
    expect(placeFor(alone, [small, { ...wide, x: 5000 }]).bounds).toEqual(small);
    expect(placeFor(alone, [])).toEqual(docked);
  });

  it('is kept', async () => {
    const file = path.join(folder, 'window.json');
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
    expect(await readdir(folder)).toEqual(['window.json']);
  });

  it.each([
    '',
    '{',
    '{}',
    '{"theme":"dark","windows":[]}',
    JSON.stringify({ ...state, windows: [{ ...kept, bounds: { ...bounds, width: 1 } }] }),
    JSON.stringify({ ...state, windows: [{ ...kept, address: '#/quick' }] }),
    JSON.stringify({ ...state, windows: [{ ...kept, address: '../other.html' }] }),
    JSON.stringify({ ...state, windows: Array(13).fill(kept) }),
  ])('is ignored if the file contains %j', async (text) => {
    const file = path.join(folder, 'window.json');
    await writeFile(file, text);
    expect(readWindowState(file)).toBeNull();
  });

  it('comes with the address of its page, and of no other', () => {
    expect(addressIn('app://gatehouse/#/chat/one', 'app://gatehouse/')).toBe('#/chat/one');
    expect(addressIn('app://gatehouse/', 'app://gatehouse/')).toBe('');
    expect(addressIn('about:blank', 'app://gatehouse/')).toBe('');
    expect(addressIn('app://gatehouse/#/quick', 'app://gatehouse/')).toBe('');
    expect(addressIn(`app://gatehouse/#/${'x'.repeat(600)}`, 'app://gatehouse/')).toBe('');
  });

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
