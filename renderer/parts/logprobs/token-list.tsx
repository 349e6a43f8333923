import { type KeyboardEvent, useId, useState } from 'react';
import { chanceOf, type TokenChance } from '../../../shared/chat/logprobs';
import { Button } from '../../ui/button';
import { classes } from '../../ui/classes';
import { levelOf, percent, visible } from './tokens-text';

interface TokenListProps {
  tokens: readonly TokenChance[];
  at: number;
  onMove: (at: number) => void;
}

/** So many are drawn at first, and with each press for more. */
const STEP = 2_000;

/** By line and color: each says it alone. */
const levels = [
  '',
  'underline decoration-dotted',
  'bg-warn/15 underline decoration-dashed',
  'bg-warn/30 underline',
  'bg-bad/30 underline decoration-double',
] as const;

/** All tokens in their order; ← and → go from one to the next, Home and End to the first and the last. */
export function TokenList({ tokens, at, onMove }: TokenListProps) {
  const [shown, setShown] = useState(STEP);
  const listId = useId();
  const most = Math.min(shown, tokens.length);
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, most);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="min-h-0 overflow-auto rounded-card border border-line p-3">
      <div
        role="listbox"
        aria-label="Tokens"
        aria-orientation="horizontal"
        tabIndex={0}
        aria-activedescendant={most === 0 ? undefined : `${listId}-${at}`}
        onKeyDown={move}
        className="whitespace-pre-wrap font-mono leading-7 [overflow-wrap:anywhere]"
      >
        {tokens.slice(0, most).map((one, place) => (
          <TokenOption
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens keep their places.
            key={place}
            id={`${listId}-${place}`}
            one={one}
            isCurrent={place === at}
            onChoose={() => onMove(place)}
          />
        ))}
      </div>
      {most < tokens.length && <Button onClick={() => setShown(most + STEP)}>Show more tokens</Button>}
    </div>
  );
}

function placeAfter(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
  };
  const next = places[key];
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next));
}

interface TokenOptionProps {
  id: string;
  one: TokenChance;
  isCurrent: boolean;
  onChoose: () => void;
}

function TokenOption({ id, one, isCurrent, onChoose }: TokenOptionProps) {
  const chance = chanceOf(one);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
    <span
      role="option"
      id={id}
      aria-selected={isCurrent}
      aria-label={`${visible(one.token)}, ${percent(chance)}`}
      title={percent(chance)}
      onClick={onChoose}
      onPointerEnter={onChoose}
      className={classes(
        'rounded-sm',
        levels[levelOf(chance)],
        isCurrent && 'outline-2 outline-accent outline-solid',
      )}
    >
      {one.token.includes('\n') ? `${visible(one.token)}\n` : one.token}
    </span>
  );
}
