/** Ratings, stars and tags of results. What several are given at once can be taken back: each had its own before. */
import type { Envelope } from '../../shared/errors';
import type { MediaItem } from '../../shared/media/media';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { showProblem } from '../state/ui/problem';
import { offerUndo } from '../state/undo';
import { countText } from './remove-media';

type Undo = () => Promise<Envelope<unknown>>;

/** Ids by what their results have now. */
function idsBy<Value>(
  ids: readonly string[],
  had: (item: MediaItem) => Value,
): readonly (readonly [value: Value, ids: string[]])[] {
  const { media } = useCoreState.getState();
  const groups = new Map<Value, string[]>();
  for (const id of ids) {
    const item = media[id];
    if (item === undefined) continue;
    const value = had(item);
    groups.set(value, [...(groups.get(value) ?? []), id]);
  }
  return [...groups];
}

/** A change of one result is undone where it was made. */
function offerBack(ids: readonly string[], text: string, steps: readonly Undo[]): void {
  if (ids.length < 2 || steps.length === 0) return;
  const undo = async () => {
    for (const step of steps) {
      const answer = await step();
      if (!answer.ok) return answer;
    }
    return { ok: true, value: null } as const;
  };
  offerUndo({ text, undo, done: `${countText(ids.length)} as before`, place: 'top', label: 'Changed' });
}

const ratingText = (rating: number): string => `${rating} of 5`;

/** @param rating 0 removes it */
export async function rate(ids: readonly string[], rating: number): Promise<void> {
  const before = idsBy(ids, (item) => item.rating ?? 0).filter(([had]) => had !== rating);
  const answer = await call('media.rate', { ids: [...ids], rating });
  if (!answer.ok) return showProblem('Couldn’t change the rating', answer.error);
  announce(rating === 0 ? 'Rating removed' : `Rated ${ratingText(rating)}`);
  const text = `${countText(ids.length)} ${rating === 0 ? 'without a rating' : `rated ${ratingText(rating)}`}`;
  const steps = before.map(
    ([had, some]) =>
      () =>
        call('media.rate', { ids: some, rating: had }),
  );
  offerBack(ids, text, steps);
}

export async function starAll(ids: readonly string[], isStarred: boolean): Promise<void> {
  const changed = idsBy(ids, (item) => item.isStarred).filter(([had]) => had !== isStarred);
  const answer = await call('media.starAll', { ids: [...ids], isStarred });
  if (!answer.ok) return showProblem('Couldn’t change the stars', answer.error);
  const text = `${countText(ids.length)} ${isStarred ? 'starred' : 'without a star'}`;
  announce(text);
  const steps = changed.map(
    ([had, some]) =>
      () =>
        call('media.starAll', { ids: some, isStarred: had }),
  );
  offerBack(ids, text, steps);
}

const folded = (tag: string) => tag.toLocaleLowerCase();

/** How each of them has a tag that is compared without regard to case; `null` where it has it not. */
const spelledIn =
  (tag: string) =>
  ({ tags = [] }: MediaItem) =>
    tags.find((one) => folded(one) === folded(tag)) ?? null;

/** @returns whether that worked */
export async function addTags(ids: readonly string[], tags: readonly string[]): Promise<boolean> {
  const steps = tags.flatMap((tag) =>
    idsBy(ids, spelledIn(tag))
      .filter(([had]) => had === null)
      .map(
        ([, some]) =>
          () =>
            call('media.tag', { ids: some, remove: [tag] }),
      ),
  );
  const answer = await call('media.tag', { ids: [...ids], add: [...tags] });
  if (!answer.ok) {
    showProblem('Couldn’t change the tags', answer.error);
    return false;
  }
  announce(ids.length === 1 ? 'Tag added' : `${countText(ids.length)} tagged`);
  offerBack(ids, `${countText(ids.length)} tagged ${tags.join(', ')}`, steps);
  return true;
}

export async function removeTag(ids: readonly string[], tag: string): Promise<void> {
  const steps = idsBy(ids, spelledIn(tag)).flatMap(([had, some]) =>
    had === null ? [] : [() => call('media.tag', { ids: some, add: [had] })],
  );
  const answer = await call('media.tag', { ids: [...ids], remove: [tag] });
  if (!answer.ok) return showProblem('Couldn’t change the tags', answer.error);
  announce('Tag removed');
  offerBack(ids, `Tag ${tag} removed`, steps);
}
