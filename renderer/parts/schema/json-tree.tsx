import { useState } from 'react';
import { encodeStep } from '../../../shared/run/reply-fit';
import { cutText } from '../../../shared/text/cut-text';
import { writtenNumber } from '../../../shared/text/exact-json';

interface JsonTreeProps {
  /** What the whole is called. */
  name?: string;
  value: unknown;
  /** JSON Pointer of the value that does not fit. */
  failing: string | null;
  why: string;
}

/** How many fields or items are drawn at once. */
const mostAtOnce = 200;

/** A JSON value as a tree. A branch is drawn when it is opened, so that a large value costs what is seen of it. */
export function JsonTree({ name = 'reply', value, failing, why }: JsonTreeProps) {
  return (
    <div className="mt-2 max-h-[420px] overflow-auto rounded-card border border-line p-2 font-mono text-sm">
      <Node name={name} pointer="" value={value} mark={{ failing, why }} isOpen />
    </div>
  );
}

interface NodeProps {
  name: string;
  pointer: string;
  value: unknown;
  mark: { readonly failing: string | null; readonly why: string };
  isOpen?: boolean;
}

function Node({ name, pointer, value, mark, isOpen = false }: NodeProps) {
  const { failing, why } = mark;
  const isFailing = failing === pointer;
  const leadsThere = failing?.startsWith(`${pointer}/`) ?? false;
  const [open, setOpen] = useState(isOpen || leadsThere);
  const [most, setMost] = useState(mostAtOnce);
  const note = isFailing && (
    <strong data-beside className="ml-2 text-bad">
      ✗ {why}
    </strong>
  );
  const line = isFailing ? 'border-bad border-l-2 pl-1' : '';
  if (typeof value !== 'object' || value === null || writtenNumber(value) !== null) {
    return (
      <div className={`break-words py-px ${line}`}>
        <span className="text-muted">{name}: </span>
        <Leaf value={value} />
        {note}
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const missing = missingIn(pointer, failing, value);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className={line}>
      <summary className="cursor-default py-px">
        <span className="text-muted">{name}</span> {isList ? `[${entries.length}]` : `{${entries.length}}`}
        {note}
      </summary>
      {open && (
        <div className="border-line border-l pl-3">
          {shownOf(entries, most, pointer, failing).map(([key, inner]) => (
            <Node key={key} name={key} pointer={`${pointer}/${encodeStep(key)}`} value={inner} mark={mark} />
          ))}
          {missing !== null && <Node name={missing} pointer={failing ?? ''} value={undefined} mark={mark} />}
          {entries.length > most && (
            <button
              type="button"
              className="rounded-control px-1 text-accent hover:underline"
              onClick={() => setMost(most + mostAtOnce)}
            >
              Show more ({(entries.length - most).toLocaleString('en')} left)
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** Above this length, laying out the whole text would be too slow while it grows. */
const shownCharacters = 5_000;

function Leaf({ value }: { value: unknown }) {
  const [isAll, setAll] = useState(false);
  const isCut = !isAll && typeof value === 'string' && value.length > shownCharacters;
  const shown = isCut ? cutText(value, shownCharacters) : value;
  return (
    <>
      <span className="select-text whitespace-pre-wrap">
        {writtenNumber(shown) ?? JSON.stringify(shown) ?? 'missing'}
      </span>
      {isCut && (
        <button
          type="button"
          data-shows-all
          className="rounded-control px-1 text-accent hover:underline"
          onClick={() => setAll(true)}
        >
          Show all {value.length.toLocaleString('en')} characters
        </button>
      )}
    </>
  );
}

/** The first ones, and the one on the way to the failing place wherever it is. */
function shownOf(
  entries: readonly [string, unknown][],
  most: number,
  pointer: string,
  failing: string | null,
): readonly [string, unknown][] {
  const isOnTheWay = ([key]: [string, unknown]) => {
    const own = `${pointer}/${encodeStep(key)}`;
    return failing === own || (failing?.startsWith(`${own}/`) ?? false);
  };
  return [...entries.slice(0, most), ...entries.slice(most).filter(isOnTheWay)];
}

/** The name of a field that should be in this object. */
function missingIn(pointer: string, failing: string | null, value: object): string | null {
  if (!failing?.startsWith(`${pointer}/`)) return null;
  const step = failing.slice(pointer.length + 1);
  if (step.includes('/')) return null;
  const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(value, name) ? null : name;
}
