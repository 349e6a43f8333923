import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chordToKeep } from '../../../../renderer/commands/chord-to-keep';
import { ariaKeys, chordsOf, chordText, isTyped } from '../../../../renderer/commands/keys';
import { settingsSchema } from '../../../../shared/app/settings';
import { isChord, modifiers, parseChord, shortcutLimits, writeChord } from '../../../../shared/app/shortcuts';
import { pressed } from '../../../support/pressed';

describe('stored keys', () => {
  it('have one order and one spelling', () => {
    expect(['Mod+K', 'Mod+Shift+M', 'Alt+ArrowUp', 'F2', '?', 'Mod+Plus'].every(isChord)).toBe(true);
    const wrong = [
      '',
      'k',
      'Shift+Mod+M',
      'Mod+',
      'Mod+Mod+K',
      'Control+K',
      'Mod++',
      'Mod+ ',
      'Shift',
      'enter',
    ];
    expect(wrong.filter(isChord)).toEqual([]);
  });

  it('are parsed as they were written', () => {
    const key = fc.constantFrom('A', '7', '/', 'Enter', 'ArrowLeft', 'F11', 'É');
    fc.assert(
      fc.property(fc.subarray([...modifiers]), key, (held, name) => {
        const text = writeChord({ modifiers: new Set(held), key: name });
        const read = parseChord(text);
        expect(read?.key).toBe(name);
        expect([...(read?.modifiers ?? [])]).toEqual(held);
      }),
    );
  });
});

describe('a pressed key', () => {
  it('is Mod when Ctrl is held, and when Cmd is held on macOS', () => {
    expect(chordsOf(pressed({ key: 'k', ctrlKey: true }), false)).toEqual(['Mod+K']);
    expect(chordsOf(pressed({ key: 'k', metaKey: true }), true)).toEqual(['Mod+K']);
    expect(chordsOf(pressed({ key: 'k', ctrlKey: true }), true)).toEqual(['Ctrl+K']);
    expect(chordsOf(pressed({ key: 'k', metaKey: true }), false)).toEqual(['Meta+K']);
  });

  it('is nothing for a modifier alone, and for what AltGr types', () => {
    expect(chordsOf(pressed({ key: 'Shift', shiftKey: true }))).toEqual([]);
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' };
    expect(chordsOf(pressed({ key: '@', code: 'KeyQ', ...altGr }), false)).toEqual([]);
  });

  it('is the Latin letter of the key on a layout with other letters', () => {
    expect(chordsOf(pressed({ key: 'л', code: 'KeyK', ctrlKey: true }), false)).toContain('Mod+K');
    // On a Dvorak keyboard the letter that was typed comes first.
    expect(chordsOf(pressed({ key: 'k', code: 'KeyV', ctrlKey: true }), false)[0]).toBe('Mod+K');
  });

  it('is the symbol however a layout types it, and the digit even if it needs Shift', () => {
    expect(chordsOf(pressed({ key: '/', code: 'Slash', ctrlKey: true }), false)).toContain('Mod+/');
    const german = pressed({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true });
    expect(chordsOf(german, false)).toEqual(['Mod+/', 'Mod+Shift+7']);
    expect(chordToKeep(german, false)).toBe('Mod+Shift+7');
    expect(chordsOf(pressed({ key: '&', code: 'Digit1', ctrlKey: true }), false)).toContain('Mod+1');
  });

  it('is the physical key if Option types another character', () => {
    expect(chordToKeep(pressed({ key: '∂', code: 'KeyD', altKey: true }), true)).toBe('Alt+D');
  });

  it.each([' ', '\u00a0', '\u3000'])('is the space bar where it types %j', (key) => {
    expect(chordsOf(pressed({ key, code: 'Space', ctrlKey: true }), false)).toEqual(['Mod+Space']);
  });

  it('can always be stored', () => {
    const flag = fc.boolean();
    const event = fc.record({
      key: fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        fc.constantFrom('Enter', 'F5', ' '),
      ),
      code: fc.constantFrom('KeyA', 'Digit3', 'Slash', ''),
      ctrlKey: flag,
      metaKey: flag,
      altKey: flag,
      shiftKey: flag,
    });
    fc.assert(
      fc.property(event, flag, (one, onMac) => {
        for (const chord of chordsOf(one, onMac)) {
          // A character of several parts, such as a flag, is not on any keyboard.
          if ([...one.key].length === 1 && one.key.toUpperCase().length === one.key.length) {
            expect(isChord(chord), chord).toBe(true);
          }
        }
      }),
    );
  });

  it('is text unless a modifier makes it a command', () => {
    expect(['A', 'Shift+A', '?', 'ArrowUp', 'Enter'].every((chord) => isTyped(chord, false))).toBe(true);
    expect(['Mod+A', 'Alt+A', 'F2', 'Shift+F2', 'Escape'].some((chord) => isTyped(chord, false))).toBe(false);
    expect(isTyped('Alt+A', true)).toBe(true);
  });
});

describe('displayed keys', () => {
  it('use the names of the current keyboard', () => {
    expect(chordText('Mod+Shift+M', false)).toBe('Ctrl+Shift+M');
    expect(chordText('Mod+Alt+ArrowUp', true)).toBe('Cmd+Option+↑');
    expect(chordText('Plus', false)).toBe('+');
  });

  it('are announced to screen readers in their own spelling', () => {
    expect(ariaKeys(['Mod+N', 'Escape'], false)).toBe('Control+N Escape');
    expect(ariaKeys(['Mod+Enter', 'Ctrl+Enter'], true)).toBe('Meta+Enter Control+Enter');
    expect(ariaKeys([], false)).toBeUndefined();
  });
});

describe('the keys a person chose', () => {
  const { shortcuts } = settingsSchema.shape;
  const keys = (record: object) => shortcuts.safeParse({ isOn: true, keys: record }).success;

  it('are kept for commands that this version does not know', () => {
    expect(keys({ 'from.the.future': ['Mod+Y'], new: [] })).toBe(true);
  });

  it('are refused if they are not keys, or too many', () => {
    expect(keys({ new: ['Control N'] })).toBe(false);
    expect(keys({ new: Array(shortcutLimits.keysEach + 1).fill('F1') })).toBe(false);
    expect(keys({ ['x'.repeat(shortcutLimits.idCharacters + 1)]: [] })).toBe(false);
    const many = Array.from({ length: shortcutLimits.commands + 1 }, (_, at) => [`c${at}`, []]);
    expect(keys(Object.fromEntries(many))).toBe(false);
  });
});
