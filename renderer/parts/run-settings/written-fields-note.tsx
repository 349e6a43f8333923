import type { WrittenFields } from '../../../shared/run/written-fields';
import { Button } from '../../ui/button';

interface WrittenFieldsNoteProps {
  written: WrittenFields;
  onRemove: () => void;
}

/** What a body that was written as JSON has beside the form: it is sent, so it is shown, and can be removed. */
export function WrittenFieldsNote({ written, onRemove }: WrittenFieldsNoteProps) {
  const { fields = {}, without = [] } = written;
  const names = Object.keys(fields);
  if (names.length + without.length === 0) return null;
  return (
    <section aria-label="Written as JSON" className="flex flex-col gap-1 text-sm">
      <h3 className="font-semibold text-base">Written as JSON</h3>
      {names.length > 0 && (
        <pre className="max-h-40 select-text overflow-auto whitespace-pre-wrap rounded-card bg-panel p-2 font-mono [overflow-wrap:anywhere]">
          {JSON.stringify(fields, null, 2)}
        </pre>
      )}
      {without.length > 0 && (
        <p className="text-muted">
          Not sent: <code className="font-mono">{without.join(', ')}</code>
        </p>
      )}
      <p className="text-muted">Sent as they are, unless you set the same above.</p>
      <Button className="self-start" onClick={onRemove}>
        Remove
      </Button>
    </section>
  );
}
