import type { Model } from '../../../shared/models';

/** More rows than anyone reads; what is beyond is found by typing. */
export const shownAtMost = 60;

export interface FoundModels {
  readonly models: readonly Model[];
  /** How many more match. */
  readonly hidden: number;
}

/** Models whose id or owner holds every word typed; those that begin with it come first. */
export function findModels(models: readonly Model[], typed: string): FoundModels {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = models.filter((model) => {
    const text = `${model.id} ${model.ownedBy ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0];
  const ranked = first === undefined ? matching : rank(matching, first);
  return { models: ranked.slice(0, shownAtMost), hidden: Math.max(0, ranked.length - shownAtMost) };
}

function rank(models: readonly Model[], word: string): readonly Model[] {
  const place = ({ id }: Model) => {
    const lower = id.toLowerCase();
    return lower.startsWith(word) || lower.includes(`/${word}`) ? 0 : 1;
  };
  return models.toSorted((one, other) => place(one) - place(other));
}
