/** Assigns other keys to commands, one at a time: recording, conflicts, and the question where the keys are taken. */
import { useState } from 'react';
import { defaultShortcuts, type ShortcutSettings } from '../../shared/app/shortcuts';
import type { AppErrorData } from '../../shared/errors';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { keysOf } from './bindings';
import { conflictOf, swapped, withKeys, withoutChord } from './changed-bindings';
import type { AppCommand } from './command';
import { commands } from './commands';
import { chordText } from './keys';
import { reasonAgainst } from './reserved';
import { shortcutsNow } from './use-keys';

/** What is shown below a row while its keys are recorded. */
export interface Rebinding {
  readonly id: string;
  readonly step:
    | { readonly at: 'listening'; readonly refusal: string | null }
    | {
        readonly at: 'asking';
        readonly chord: string;
        readonly other: AppCommand;
        readonly canSwap: boolean;
      };
}

export interface RebindingActions {
  readonly now: Rebinding | null;
  readonly error: AppErrorData | null;
  readonly begin: (command: AppCommand) => void;
  readonly cancel: () => void;
  /** The focus moved elsewhere while keys were awaited. */
  readonly leave: () => void;
  readonly press: (command: AppCommand, chord: string) => void;
  readonly clear: (command: AppCommand) => void;
  readonly reset: (command: AppCommand) => void;
  readonly resetAll: () => void;
  readonly answer: (how: 'swap' | 'replace') => void;
}

export function useRebinding(): RebindingActions {
  const [now, setNow] = useState<Rebinding | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const isBrowser = useCoreState(({ app }) => app?.host === 'browser');
  const keep = async (shortcuts: ShortcutSettings, said: string) => {
    setNow(null);
    const answer = await call('settings.update', { patch: { shortcuts } });
    setError(answer.ok ? null : answer.error);
    if (answer.ok) announce(said);
  };
  const give = (command: AppCommand, keys: readonly string[]) =>
    void keep(withKeys(shortcutsNow(), command, keys), keysText(command, keys));
  const listen = ({ id }: AppCommand, refusal: string | null) =>
    setNow({ id, step: { at: 'listening', refusal } });
  const press = (command: AppCommand, chord: string) => {
    const reason = reasonAgainst(chord, command, { isBrowser });
    if (reason !== null) return listen(command, `${chordText(chord)}: ${reason}`);
    const other = conflictOf(commands, shortcutsNow(), { command, chord });
    if (other === null) return give(command, [chord]);
    if (other.isFixed) return listen(command, fixedText(chord, other));
    const step = { at: 'asking', chord, other, canSwap: canSwap(command, other, isBrowser) } as const;
    setNow({ id: command.id, step });
  };
  return {
    now,
    error,
    press,
    begin: (command) => listen(command, null),
    cancel: () => setNow(null),
    leave: () => setNow((before) => (before?.step.at === 'listening' ? null : before)),
    clear: (command) => give(command, []),
    reset: (command) => {
      const [taken] = command.keys.filter(
        (chord) => conflictOf(commands, shortcutsNow(), { command, chord }) !== null,
      );
      if (taken === undefined) give(command, command.keys);
      else press(command, taken);
    },
    resetAll: () => void keep({ ...shortcutsNow(), keys: {} }, 'All keys reset'),
    answer: (how) => {
      if (now?.step.at !== 'asking') return;
      const command = commands.find(({ id }) => id === now.id);
      if (command === undefined) return;
      const { chord, other } = now.step;
      const before = shortcutsNow();
      const freed =
        how === 'swap' ? swapped(before, command, other, chord) : withoutChord(before, other, chord);
      void keep(withKeys(freed, command, [chord]), keysText(command, [chord]));
    },
  };
}

/** Whether all shortcuts are on. */
export function switchShortcuts(isOn: boolean) {
  const { keys } = useCoreState.getState().app?.settings.shortcuts ?? defaultShortcuts;
  return call('settings.update', { patch: { shortcuts: { keys, isOn } } });
}

/** Only where the other command may have the keys that become free, and nothing else has them. */
function canSwap(command: AppCommand, other: AppCommand, isBrowser: boolean): boolean {
  const given = keysOf(command, shortcutsNow());
  const rest = commands.filter(({ id }) => id !== command.id);
  return (
    given.length > 0 &&
    given.every(
      (chord) =>
        reasonAgainst(chord, other, { isBrowser }) === null &&
        conflictOf(rest, shortcutsNow(), { command: other, chord }) === null,
    )
  );
}

const fixedText = (chord: string, { label }: AppCommand) =>
  `${chordText(chord)} is “${label}”, whose keys can’t be changed.`;

const keysText = ({ label }: AppCommand, keys: readonly string[]) =>
  keys.length === 0 ? `${label}: no keys` : `${label}: ${keys.map((chord) => chordText(chord)).join(', ')}`;
