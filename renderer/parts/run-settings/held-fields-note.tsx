import type { HeldFields } from '../../../shared/run/written-fields';
import { Button } from '../../ui/button';

interface HeldFieldsNoteProps {
  held: HeldFields;
  onKeep: () => void;
  onRemove: () => void;
}

/** What an imported chat would send beside the form. Nothing is sent with it before the person has agreed. */
export function HeldFieldsNote({ held: { extra, written = {} }, onKeep, onRemove }: HeldFieldsNoteProps) {
  const fields = { ...extra, ...written.fields };
  const without = written.without ?? [];
  return (
    <section
      aria-label="Extra parameters to check"
      className="rounded-card border border-warn/60 bg-raised p-3"
    >
      <p className="break-words">
        From the imported chat: check these extra parameters. They are sent once you keep them.
      </p>
      <pre className="mt-1 max-h-32 select-text overflow-auto whitespace-pre-wrap break-all font-mono text-sm">
        {JSON.stringify(fields, null, 2)}
      </pre>
      {without.length > 0 && (
        <p className="mt-1 text-muted text-sm">
          Left out: <code className="font-mono">{without.join(', ')}</code>
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button className="h-7" onClick={onKeep}>
          Keep
        </Button>
        <Button className="h-7" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </section>
  );
}
