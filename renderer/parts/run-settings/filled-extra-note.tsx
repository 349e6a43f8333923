import { type FilledExtra, setExtraText, setFilledExtra, useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';

interface FilledExtraNoteProps {
  /** The key of the chat or form. */
  extraKey: string;
  extra: object | undefined;
  /** The field is beside it, and shows them already. */
  isBeside?: boolean;
  onRemove: () => void;
}

/** Shows extra parameters that came from elsewhere, before anything is sent with them. */
export function FilledExtraNote({ extraKey, extra, isBeside = false, onRemove }: FilledExtraNoteProps) {
  const filled = useUiState(({ filledExtras }) => filledExtras[extraKey]);
  if (filled === undefined) return null;
  const remove = () => {
    setExtraText(extraKey, null);
    onRemove();
  };
  return (
    <section
      aria-label="Extra parameters to check"
      className="mb-1 rounded-card border border-warn/60 bg-raised p-3"
    >
      <p className="break-words">{wordsOf(filled, extra !== undefined)}</p>
      {extra !== undefined && !isBeside && (
        <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap break-all font-mono text-sm">
          {JSON.stringify(extra, null, 2)}
        </pre>
      )}
      <div className="mt-2 flex gap-2">
        <Button onClick={() => setFilledExtra(extraKey, null)}>
          {extra === undefined ? 'Close' : 'Keep'}
        </Button>
        {extra !== undefined && <Button onClick={remove}>Remove</Button>}
      </div>
    </section>
  );
}

function wordsOf({ from, left }: FilledExtra, hasExtra: boolean): string {
  const check = hasExtra
    ? `From ${from}: check these extra parameters before anything is sent.`
    : `From ${from}.`;
  if (left.length === 0) return check;
  const names = left.map((name) => `“${name}”`).join(', ');
  return `${check} Left out, since the form sets it: ${names}.`;
}
