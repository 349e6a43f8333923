import type { HeldFields, WrittenFields } from '../../../shared/run/written-fields';
import { Button } from '../../ui/button';

interface HeldFieldsNoteProps {
  held: HeldFields;
  onKeep: () => void;
  onRemove: () => void;
}

/** What an imported chat would send beside the form. Nothing is sent with it before the person has agreed. */
export function HeldFieldsNote({ held: { extra, written = {} }, onKeep, onRemove }: HeldFieldsNoteProps) {
  return (
    <section
      aria-label="Extra parameters to check"
      className="rounded-card border border-warn/60 bg-raised p-3"
    >
      <p className="break-words">
        From the imported chat: check these extra parameters. They are sent once you keep them.
      </p>
      <Fields written={{ ...written, fields: { ...extra, ...written.fields } }} leftOut="Left out" />
      <div className="mt-2 flex gap-2">
        <Button onClick={onKeep} data-focus="held-fields">
          Keep
        </Button>
        <Button onClick={onRemove}>Remove</Button>
      </div>
    </section>
  );
}

interface WrittenFieldsNoteProps {
  written: WrittenFields;
  onRemove: () => void;
}

/** What a body that was written as JSON has beside the form: it is sent, so it is shown, and can be removed. */
export function WrittenFieldsNote({ written, onRemove }: WrittenFieldsNoteProps) {
  const { fields = {}, without = [] } = written;
  if (Object.keys(fields).length + without.length === 0) return null;
  return (
    <section aria-label="Written as JSON" className="rounded-card border border-line bg-raised p-3">
      <h3 className="font-semibold">Written as JSON</h3>
      <Fields written={written} leftOut="Not sent" />
      <p className="mt-1 text-muted text-sm">Sent as they are, unless you set the same above.</p>
      <Button className="mt-2" onClick={onRemove}>
        Remove
      </Button>
    </section>
  );
}

/** Fields of a request as JSON, and the names of those that it goes without. */
function Fields({ written, leftOut }: { written: WrittenFields; leftOut: string }) {
  const { fields = {}, without = [] } = written;
  return (
    <>
      {Object.keys(fields).length > 0 && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it.
          tabIndex={0}
          className="mt-1 max-h-40 select-text overflow-auto whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]"
        >
          {JSON.stringify(fields, null, 2)}
        </pre>
      )}
      {without.length > 0 && (
        <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
          {leftOut}: <code className="font-mono">{without.join(', ')}</code>
        </p>
      )}
    </>
  );
}
