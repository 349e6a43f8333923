import { Keyboard, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { Settings } from '../../../shared/app/settings';
import { defaultShortcuts, type ShortcutSettings } from '../../../shared/app/shortcuts';
import { keysOf } from '../../commands/bindings';
import { groups, isChanged, placeText } from '../../commands/changed-bindings';
import { chordToKeep } from '../../commands/chord-to-keep';
import type { AppCommand } from '../../commands/command';
import { commands } from '../../commands/commands';
import { fixedKeys } from '../../commands/fixed-keys';
import { KeyChips } from '../../commands/key-chips';
import { chordText } from '../../commands/keys';
import { otherWordsOf } from '../../commands/other-words';
import { keptByBrowser } from '../../commands/reserved';
import type { Rebinding, RebindingActions } from '../../commands/use-rebinding';
import { useCoreState } from '../../state/core/core-state';
import { Button, IconButton } from '../../ui/button';

/** Every command that has or may have keys, in its group; filtered by the search text in its label or keys. */
export function ShortcutList({ query, actions }: { query: string; actions: RebindingActions }) {
  const settings = useCoreState(({ app }) => app?.settings);
  const isBrowser = useCoreState(({ app }) => app?.host === 'browser');
  const shortcuts = settings?.shortcuts ?? defaultShortcuts;
  const found = useMemo(
    () =>
      [...commands, ...fixedKeys].filter((command) => holds(command, shownKeys(command, settings), query)),
    [query, settings],
  );
  if (found.length === 0) return <p className="py-4 text-muted">No matching shortcuts</p>;
  return groups
    .filter((group) => found.some((command) => command.group === group))
    .map((group) => (
      <section key={group} aria-label={group} className="border-line border-t pt-3 pb-2 first:border-t-0">
        <h3 className="pb-1 font-semibold">{group}</h3>
        <ul>
          {found
            .filter((command) => command.group === group)
            .map((command) => (
              <ShortcutRow
                key={command.id}
                command={command}
                keys={shownKeys(command, settings)}
                shortcuts={shortcuts}
                actions={actions}
                isBrowser={isBrowser}
              />
            ))}
        </ul>
      </section>
    ));
}

/** Enter and Shift+Enter follow the setting “Key that sends”; the others have their current keys. */
function shownKeys(command: AppCommand, settings: Settings | undefined): readonly string[] {
  const isSwapped = settings?.sendKey === 'ctrl-enter';
  if (isSwapped && command.id === 'composer.send') return [];
  if (isSwapped && command.id === 'composer.newLine') return ['Enter', 'Shift+Enter'];
  return keysOf(command, settings?.shortcuts ?? defaultShortcuts);
}

function holds(command: AppCommand, keys: readonly string[], query: string): boolean {
  const text = [command.label, command.group, otherWordsOf(command), ...keys.map((chord) => chordText(chord))]
    .join(' ')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface ShortcutRowProps {
  command: AppCommand;
  keys: readonly string[];
  shortcuts: ShortcutSettings;
  actions: RebindingActions;
  isBrowser: boolean;
}

/** One command with its keys; they can be changed here, unless they are fixed. */
function ShortcutRow({ command, keys, shortcuts, actions, isBrowser }: ShortcutRowProps) {
  const step = actions.now?.id === command.id ? actions.now.step : null;
  const change = useFocusAfter(step !== null);
  const kept = isBrowser ? keys.map(keptByBrowser).find((use) => use !== null) : undefined;
  return (
    <li data-command={command.id} data-place={command.place} data-keys={keys.join(' ')}>
      <div className="flex min-h-9 items-center gap-3 py-1">
        <div className="min-w-0 flex-1">
          <span>{command.label}</span>
          {command.place !== 'anywhere' && (
            <span className="text-muted text-sm"> · {placeText[command.place]}</span>
          )}
          {kept != null && (
            <p className="text-sm text-warn">
              Most browsers reserve these keys for {kept}; other keys work in every browser.
            </p>
          )}
        </div>
        <KeyChips keys={keys} />
        <div className="flex w-15 flex-none justify-end">
          {isChanged(shortcuts, command) && !command.isFixed && (
            <IconButton
              icon={Undo2}
              label={`Reset the keys of ${command.label}`}
              onClick={() => actions.reset(command)}
            />
          )}
          {command.isFixed ? (
            <span className="px-1 text-muted text-sm">fixed</span>
          ) : (
            <IconButton
              ref={change}
              icon={Keyboard}
              label={`Change the keys of ${command.label}`}
              onClick={() => actions.begin(command)}
            />
          )}
        </div>
      </div>
      {step !== null && <KeyRecorder command={command} step={step} actions={actions} />}
    </li>
  );
}

/** Returns the focus to the row's button when what was below it has closed, unless it moved elsewhere. */
function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isBusy && document.activeElement?.closest('button, input, a') == null) {
      button.current?.focus();
    }
    was.current = isBusy;
  }, [isBusy]);
  return button;
}

interface KeyRecorderProps {
  command: AppCommand;
  step: Rebinding['step'];
  actions: RebindingActions;
}

/** Records new keys, and asks where another command has them. */
function KeyRecorder({ command, step, actions }: KeyRecorderProps) {
  if (step.at === 'asking') return <Question command={command} step={step} actions={actions} />;
  return <Listener command={command} refusal={step.refusal} actions={actions} />;
}

interface ListenerProps {
  command: AppCommand;
  refusal: string | null;
  actions: RebindingActions;
}

function Listener({ command, refusal, actions }: ListenerProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab moves the focus, as everywhere.
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const isBare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (isBare && event.key === 'Escape') return actions.cancel();
    if (isBare && event.key === 'Backspace') return actions.clear(command);
    const chord = chordToKeep(event.nativeEvent);
    if (chord !== null) actions.press(command, chord);
  };
  return (
    <div className="flex flex-col gap-1 pb-2">
      <button
        ref={button}
        type="button"
        onKeyDown={onKeyDown}
        onBlur={actions.leave}
        className="rounded-control border border-accent border-dashed bg-background px-3 py-2 text-left"
      >
        Press the new keys for “{command.label}”.{' '}
        <span className="text-muted">Backspace removes its keys, Esc cancels.</span>
      </button>
      {refusal !== null && (
        <p role="alert" className="px-1 text-bad">
          {refusal} Press other keys.
        </p>
      )}
    </div>
  );
}

interface QuestionProps {
  command: AppCommand;
  step: Extract<Rebinding['step'], { at: 'asking' }>;
  actions: RebindingActions;
}

function Question({ command, step: { chord, other, canSwap }, actions }: QuestionProps) {
  return (
    <div role="alert" className="mb-2 rounded-control border border-warn/60 bg-background p-3">
      <p>
        <strong>{chordText(chord)}</strong> already belongs to “{other.label}”.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button autoFocus onClick={actions.cancel}>
          Cancel
        </Button>
        {canSwap && <Button onClick={() => actions.answer('swap')}>Swap their keys</Button>}
        <Button onClick={() => actions.answer('replace')}>Use them for “{command.label}”</Button>
      </div>
    </div>
  );
}
