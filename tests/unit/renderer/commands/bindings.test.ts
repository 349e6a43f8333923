import { describe, expect, it } from 'vitest';
import { commandOfKeys, heardKeysOf, keysOf } from '../../../../renderer/commands/bindings';
import {
  conflictOf,
  isChanged,
  swapped,
  withKeys,
  withoutChord,
} from '../../../../renderer/commands/changed-bindings';
import type { AppCommand } from '../../../../renderer/commands/command';
import { reasonAgainst } from '../../../../renderer/commands/reserved';
import { defaultShortcuts } from '../../../../shared/app/shortcuts';

const aCommand = (part: Partial<AppCommand> & { id: string }): AppCommand => ({
  label: part.id,
  group: 'General',
  place: 'anywhere',
  keys: [],
  ...part,
});

const jobs = aCommand({ id: 'jobs', keys: ['Mod+J'] });
const inspector = aCommand({ id: 'inspector', keys: ['Mod+I'] });
const stop = aCommand({ id: 'stop', place: 'chat', keys: ['Escape'], isReady: () => false });
const send = aCommand({ id: 'send', place: 'composer', keys: ['Mod+Enter'], isEssential: true });
const next = aCommand({ id: 'next', place: 'viewer', keys: ['ArrowRight'] });
const pin = aCommand({ id: 'pin', place: 'history', keys: ['P'], isFixed: true });
const all = [jobs, inspector, stop, send, next, pin];

describe('keys of commands', () => {
  it('are the defaults until the person chooses others', () => {
    const chosen = withKeys(defaultShortcuts, jobs, ['Alt+J']);
    expect(keysOf(jobs, defaultShortcuts)).toEqual(['Mod+J']);
    expect(keysOf(jobs, chosen)).toEqual(['Alt+J']);
    expect(isChanged(chosen, jobs)).toBe(true);
    expect(withKeys(chosen, jobs, ['Mod+J'])).toEqual(defaultShortcuts);
  });

  it('of an unknown command are kept when others change', () => {
    const kept = { isOn: true, keys: { 'from.the.future': ['Mod+Y'] } };
    expect(withKeys(kept, jobs, ['F4']).keys).toEqual({ 'from.the.future': ['Mod+Y'], jobs: ['F4'] });
  });

  it('that are fixed do not change, whatever is stored', () => {
    expect(keysOf(pin, { isOn: true, keys: { pin: ['F9'] } })).toEqual(['P']);
  });

  it('apply only in their context, and pass through if the command has nothing to do', () => {
    const at = (chord: string, ...places: AppCommand['place'][]) =>
      commandOfKeys(all, defaultShortcuts, [chord], places)?.id;
    expect(at('Mod+J', 'anywhere', 'chat')).toBe('jobs');
    expect(at('ArrowRight', 'anywhere')).toBeUndefined();
    expect(at('ArrowRight', 'viewer')).toBe('next');
    expect(at('Escape', 'anywhere', 'chat')).toBeUndefined();
  });

  it('are silent when switched off, except those that sending needs', () => {
    const off = { ...defaultShortcuts, isOn: false };
    expect(heardKeysOf(jobs, off)).toEqual([]);
    expect(heardKeysOf(send, off)).toEqual(['Mod+Enter']);
  });
});

describe('keys used by two commands', () => {
  const conflict = (command: AppCommand, chord: string) =>
    conflictOf(all, defaultShortcuts, { command, chord });

  it('are reported, with the other command', () => {
    expect(conflict(inspector, 'Mod+J')).toBe(jobs);
    expect(conflict(send, 'Mod+J')).toBe(jobs);
    expect(conflict(inspector, 'Mod+Y')).toBeNull();
  });

  it('may belong to both if they never apply at the same time', () => {
    expect(conflict(aCommand({ id: 'a', place: 'library' }), 'ArrowRight')).toBeNull();
    expect(conflict(aCommand({ id: 'b', place: 'chat' }), 'P')).toBe(pin);
  });

  it('move to the new command, and the other gets the freed keys', () => {
    const after = swapped(defaultShortcuts, inspector, jobs, 'Mod+J');
    expect([keysOf(inspector, after), keysOf(jobs, after)]).toEqual([['Mod+J'], ['Mod+I']]);
    expect(conflictOf(all, after, { command: inspector, chord: 'Mod+J' })).toBeNull();
  });

  it('can be removed from the other command', () => {
    const after = withKeys(withoutChord(defaultShortcuts, jobs, 'Mod+J'), inspector, ['Mod+J']);
    expect([keysOf(inspector, after), keysOf(jobs, after)]).toEqual([['Mod+J'], []]);
  });
});

describe('keys that can’t be bound', () => {
  const refused = (chord: string, command = jobs, isBrowser = false, onMac = false) =>
    reasonAgainst(chord, command, { isBrowser, onMac });

  it('belong to typing, the system, the menu or focus', () => {
    for (const chord of [
      'Mod+C',
      'Mod+V',
      'Mod+Z',
      'Alt+F4',
      'Meta+K',
      'Tab',
      'Shift+Tab',
      'Escape',
      'Enter',
    ]) {
      expect(refused(chord), chord).toMatch(/\w\.$/);
    }
    for (const chord of [
      'Mod+Q',
      'Mod+R',
      'Mod+0',
      'F11',
      'Space',
      'ArrowUp',
      'Backspace',
      'Mod+ArrowLeft',
    ]) {
      expect(refused(chord), chord).toMatch(/\w\.$/);
    }
  });

  it('are otherwise allowed, also single keys and those with Shift', () => {
    for (const chord of ['Mod+Shift+Y', 'Alt+N', 'F4', 'G', 'Shift+G', '?', 'Mod+;']) {
      expect(refused(chord), chord).toBeNull();
    }
  });

  it('include more in a browser, which reserves some itself', () => {
    expect(refused('Mod+N', inspector, true)).toContain('a new window');
    expect(refused('Mod+N', inspector, false)).toBeNull();
    expect(refused('Mod+L', inspector, true)).toContain('address');
  });

  it('are never a default key', () => {
    expect(refused('Mod+N', aCommand({ id: 'new', keys: ['Mod+N'] }), true)).toBeNull();
    expect(refused('ArrowUp', aCommand({ id: 'last', place: 'composer', keys: ['ArrowUp'] }))).toBeNull();
  });

  it('depend on the context: typing keys can’t be bound while writing, arrows can in the viewer', () => {
    expect(refused('G', send)).toContain('types a character');
    expect(refused('ArrowUp', next)).toBeNull();
    expect(refused('Enter', next)).not.toBeNull();
  });

  it('on macOS are those of its menu', () => {
    expect(refused('Mod+H', jobs, false, true)).toContain('hiding');
    expect(refused('Alt+G', send, false, true)).toContain('types a character');
    expect(refused('Alt+G', send, false, false)).toBeNull();
  });
});
