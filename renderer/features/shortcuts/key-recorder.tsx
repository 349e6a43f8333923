import { type KeyboardEvent, useEffect, useRef } from 'react';
import { chordText } from '../../commands/chord-text';
import type { AppCommand } from '../../commands/command';
import { chordToKeep } from '../../commands/keys';
import type { Rebinding, RebindingActions } from '../../commands/use-rebinding';
import { Button } from '../../ui/button';

interface KeyRecorderProps {
  command: AppCommand;
  step: Rebinding['step'];
  actions: RebindingActions;
}

/** Records new keys, and asks where another command has them. */
export function KeyRecorder({ command, step, actions }: KeyRecorderProps) {
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
