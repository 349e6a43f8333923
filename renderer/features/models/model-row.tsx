import { EyeOff, Pin } from 'lucide-react';
import { memo } from 'react';
import type { Model } from '../../../shared/models/models';
import { formatDayOfYear } from '../../lib/format';
import { checkedAt, seenWords, useResultsOf } from '../../parts/checks/checks-data';
import { Chip } from '../../parts/models/chip';
import { pinModel } from '../../parts/models/model-choices';
import { factsOf } from '../../parts/models/model-facts';
import { contextText, creditValueText, dayText, kindsText, priceText } from '../../parts/models/model-text';
import { chooseRow } from '../../parts/models/models-view';
import { useCoreState } from '../../state/core/core-state';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { chipsRoomPx } from './table-head';

interface ModelRowProps {
  model: Model;
  domId: string;
  /** Counted from 1, with the headings as the first row. */
  place: number;
  isChosen: boolean;
  isPinned: boolean;
  isHidden: boolean;
  onOpen: () => void;
}

const cell = 'truncate border-line border-b px-2';

export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model, domId, place, isChosen, isPinned, isHidden, onOpen } = props;
  const isFree = useCoreState(({ app }) => app?.ledger.isFree === true);
  const price = priceText(model, isFree);
  const words = useSeenWords(model);
  const isSilent = factsOf(model).kinds.includes('unknown');
  return (
    <tr
      id={domId}
      aria-rowindex={place}
      aria-selected={isChosen}
      onClick={() => chooseRow(model.id)}
      onDoubleClick={onOpen}
      className={classes('h-10', isChosen ? 'bg-accent/15' : 'hover:bg-hover')}
    >
      <td className="border-line border-b pl-2">
        <IconButton
          icon={Pin}
          label={isPinned ? `Unpin ${model.id}` : `Pin ${model.id}`}
          keys="P"
          tabIndex={-1}
          aria-pressed={isPinned}
          className={isPinned ? '' : 'opacity-60'}
          onClick={() => void pinModel(model.id, !isPinned)}
        />
      </td>
      <th scope="row" title={model.id} className={classes(cell, 'text-left font-medium')}>
        {isHidden && (
          <>
            <EyeOff className="icon mr-1.5 inline-block text-muted" aria-hidden />
            <span className="sr-only">hidden: </span>
          </>
        )}
        <bdi className={isHidden ? 'text-muted' : ''}>{model.id}</bdi>
      </th>
      <td title={model.ownedBy ?? undefined} className={classes(cell, 'text-muted')}>
        <bdi>{model.ownedBy}</bdi>
      </td>
      <td className={classes(cell, isSilent && 'text-muted')}>{kindsText(model)}</td>
      <td
        title={price.text}
        className={classes(cell, !price.isKnown && 'text-muted', price.isRaw && 'font-mono text-sm')}
      >
        {price.text}
      </td>
      <td title={creditValueText(model)} className={classes(cell, 'text-credit')}>
        {creditValueText(model)}
      </td>
      <td className={classes(cell, 'text-right')}>{contextText(model)}</td>
      <td className={cell}>{dayText(model)}</td>
      <td title={words.join(', ')} className="overflow-hidden border-line border-b px-2">
        <Features words={words} />
      </td>
    </tr>
  );
});

/** When it was checked, then what it is claimed to do, without what was seen not to hold. */
function useSeenWords(model: Model): readonly string[] {
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const of = useResultsOf(profileId, model.id);
  const at = checkedAt(of);
  const { words } = factsOf(model);
  return at === null ? words : [`checked ${formatDayOfYear(at)}`, ...seenWords(words, of)];
}

/** As many as fit whole; the rest is counted, and named in the tooltip of the cell. */
function Features({ words }: { words: readonly string[] }) {
  const shown = fittingChips(words, chipsRoomPx);
  const rest = words.slice(shown);
  return (
    <span className="flex gap-1 overflow-hidden">
      {words.slice(0, shown).map((word) => (
        <Chip key={word}>{word}</Chip>
      ))}
      {rest.length > 0 && (
        <Chip>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">{rest.join(', ')}</span>
        </Chip>
      )}
    </span>
  );
}

// Which chips fit side by side; pure.

const characterPx = 6.4;
const chipPaddingPx = 18;
const gapPx = 4;
/** Of `+12`. */
const restPx = 38;

const chipPx = (word: string) => word.length * characterPx + chipPaddingPx + gapPx;

/**
 * How many of the words fit whole, leaving room for the count of the others. At least one, which may be cut.
 *
 * @param roomPx of all of them together
 */
export function fittingChips(words: readonly string[], roomPx: number): number {
  const whole = words.reduce((sum, word) => sum + chipPx(word), 0) - gapPx;
  if (whole <= roomPx) return words.length;
  let used = restPx;
  const shown = words.findIndex((word) => {
    used += chipPx(word);
    return used > roomPx;
  });
  return Math.max(1, shown);
}
