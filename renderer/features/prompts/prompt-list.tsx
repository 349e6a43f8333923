import type { PromptSummary } from '../../../shared/run/prompts';
import { ChosenList } from '../../ui/chosen-list';
import { classes } from '../../ui/classes';
import { useEdits } from './edits';

interface PromptListProps {
  prompts: readonly PromptSummary[];
  chosenId: string | null;
  onChoose: (id: string) => void;
  /** Enter on the selected one. */
  onOpen: () => void;
  onNearEnd: () => void;
}

const rowPx = 54;
const idPrefix = 'prompt-';

/** The prompts of the library, selected with the mouse or the arrow keys. */
export function PromptList({ prompts, chosenId, onChoose, onOpen, onNearEnd }: PromptListProps) {
  return (
    <ChosenList
      label="Prompts"
      rows={prompts}
      {...{ chosenId, rowPx, idPrefix, onOpen, onNearEnd }}
      focusName="prompts"
      onChoose={({ id }) => onChoose(id)}
      className="min-h-0 flex-1 px-2 pb-2"
    >
      {(prompt, index) => (
        <Row
          prompt={prompt}
          place={index + 1}
          count={prompts.length}
          isChosen={prompt.id === chosenId}
          onChoose={() => onChoose(prompt.id)}
        />
      )}
    </ChosenList>
  );
}

interface RowProps {
  prompt: PromptSummary;
  place: number;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ prompt, place, count, isChosen, onChoose }: RowProps) {
  const isEdited = useEdits(({ edits }) => edits[prompt.id] !== undefined);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the selected option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={`${idPrefix}${prompt.id}`}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={place}
      onClick={onChoose}
      className={classes(
        'flex flex-col justify-center rounded-control px-2 hover:bg-hover',
        isChosen && 'bg-hover',
      )}
      style={{ height: rowPx - 2 }}
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{prompt.name}</span>
        {isEdited && <span className="flex-none text-sm text-warn">not saved</span>}
        <span className="max-w-28 flex-none truncate text-muted text-sm">{prompt.tags.join(', ')}</span>
      </span>
      <span className="truncate text-muted text-sm">{prompt.excerpt}</span>
    </div>
  );
}
