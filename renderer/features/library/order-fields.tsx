/** Rating, tags and note of what is chosen. */
import { Star, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { orderLimits } from '../../../shared/media/order';
import { call } from '../../link/call';
import { addTags, rate, removeTag } from '../../media/order';
import { useCoreState } from '../../state/core/core-state';
import { showProblem } from '../../state/ui/problem';
import { useAnswer } from '../../state/use-answer';
import { classes } from '../../ui/classes';

const ratings = [1, 2, 3, 4, 5] as const;
const ratingText = (rating: number): string => `${rating} of 5`;

interface ChosenProps {
  ids: readonly string[];
}

/** For one or many: a rating is shown where all have the same. */
export function OrderFields({ ids }: ChosenProps) {
  return (
    <div className="flex flex-col gap-3">
      <RatingField ids={ids} />
      <TagsField ids={ids} />
    </div>
  );
}

function RatingField({ ids }: ChosenProps) {
  const rating = useCoreState(({ media }) => {
    const given = new Set(ids.map((id) => media[id]?.rating ?? 0));
    const [only = 0] = given;
    return given.size === 1 ? only : 0;
  });
  return (
    <fieldset className="flex items-center">
      <legend className="float-left mr-2 text-muted text-sm">Rating</legend>
      {ratings.map((stars) => (
        <button
          key={stars}
          type="button"
          title={stars === rating ? 'Remove the rating' : `Rate ${ratingText(stars)}`}
          aria-pressed={stars === rating}
          onClick={() => void rate(ids, stars === rating ? 0 : stars)}
          className="inline-flex size-7 items-center justify-center rounded-control text-muted hover:bg-hover"
        >
          <Star className={classes('icon', stars <= rating && 'fill-current text-credit')} aria-hidden />
          <span className="sr-only">Rate {ratingText(stars)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Every tag of what is chosen; removing takes it from all, and a typed one is given to all. */
function TagsField({ ids }: ChosenProps) {
  const id = useId();
  const [text, setText] = useState('');
  const tags = useCoreState(({ media }) =>
    JSON.stringify([...new Set(ids.flatMap((one) => media[one]?.tags ?? []))]),
  );
  const known = useAnswer(() => call('library.tags', {}), [tags]).value ?? [];
  const add = async () => {
    const added = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (added.length === 0) return;
    if (await addTags(ids, added)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void add();
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted text-sm">
        Tags
      </label>
      <Tags tags={JSON.parse(tags)} onRemove={(one) => void removeTag(ids, one)} />
      <input
        id={id}
        className="field h-8"
        placeholder="Add a tag"
        list={`${id}-known`}
        maxLength={orderLimits.tagCharacters}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void add()}
      />
      <datalist id={`${id}-known`}>
        {known.map((one) => (
          <option key={one.tag} value={one.tag} />
        ))}
      </datalist>
    </div>
  );
}

function Tags({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="mb-1.5 flex flex-wrap gap-1">
      {tags.map((one) => (
        <li
          key={one}
          className="inline-flex max-w-full items-center gap-1 rounded-control border border-line bg-raised pl-2 text-sm"
        >
          <span className="truncate">{one}</span>
          <button
            type="button"
            onClick={() => onRemove(one)}
            className="inline-flex size-6 flex-none items-center justify-center rounded-control text-muted hover:bg-hover"
          >
            <X className="icon" aria-hidden />
            <span className="sr-only">Remove tag {one}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Saved when the field is left. */
export function NoteField({ item }: { item: MediaItem }) {
  const id = useId();
  const saved = item.note ?? '';
  const [text, setText] = useState(saved);
  const latest = useRef({ text, saved, id: item.id });
  latest.current = { text, saved, id: item.id };
  const save = async () => {
    const { text: now, saved: before, id: mediaId } = latest.current;
    if (now.trim() === before) return;
    const answer = await call('media.note', { id: mediaId, note: now });
    if (!answer.ok) showProblem('Couldn’t save the note', answer.error);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once it goes away, as it was then.
  useEffect(() => () => void save(), []);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted text-sm">
        Note
      </label>
      <textarea
        id={id}
        className="field min-h-16 resize-y"
        maxLength={orderLimits.noteCharacters}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void save()}
      />
    </div>
  );
}
