import type { ModalityId } from '../../../shared/modalities/modalities';
import type { ModelChoices } from '../../../shared/models/model-choices';
import type { Model } from '../../../shared/models/models';
import { foldText } from '../../../shared/text/search-text';

/** The longest list; further models are found by typing. */
export const shownAtMost = 60;

export interface FoundModels {
  readonly models: readonly Model[];
  /** How many more match. */
  readonly hidden: number;
}

/** Models whose id or owner contains every typed word; those that begin with it come first. */
export function findModels(models: readonly Model[], typed: string): FoundModels {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const matching = models.filter((model) => {
    const text = foldText(`${model.id} ${model.ownedBy ?? ''}`);
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

export interface ModelGroup {
  readonly label: 'Pinned' | 'Recent' | 'All models' | 'Found';
  readonly models: readonly Model[];
}

interface Chooser {
  readonly models: readonly Model[];
  readonly typed: string;
  readonly choices: ModelChoices;
  /** Left out where there are no recent models. */
  readonly tab?: ModalityId;
  /** Stays visible, hidden or not. */
  readonly current: string | null;
}

/**
 * The models of a picker, each once: pinned ones first, then recent ones, then the others. With typed text, all matches
 * together, the pinned first.
 */
export function pickerGroups({ models: listed, typed, choices, tab, current }: Chooser): {
  readonly groups: readonly ModelGroup[];
  readonly hidden: number;
} {
  // A gateway without a list offers the ids that were typed and pinned.
  const models = listed.length > 0 ? listed : choices.pinned.map(typedModel);
  const left = new Set(choices.hidden);
  const offered = models.filter(({ id }) => id === current || !left.has(id));
  const pinned = placed(offered, choices.pinned);
  if (typed.trim() !== '') {
    const found = findModels([...pinned, ...without(offered, pinned)], typed);
    return { groups: filled([{ label: 'Found', models: found.models }]), hidden: found.hidden };
  }
  const recent = without(placed(offered, (tab && choices.recent[tab]) ?? []), pinned);
  const others = without(without(offered, pinned), recent);
  const groups: readonly ModelGroup[] = [
    { label: 'Pinned', models: pinned },
    { label: 'Recent', models: recent },
    { label: 'All models', models: others.slice(0, shownAtMost) },
  ];
  return { groups: filled(groups), hidden: Math.max(0, others.length - shownAtMost) };
}

const typedModel = (id: string): Model => ({
  id,
  ownedBy: null,
  createdAt: null,
  pricing: null,
  capabilities: null,
  raw: null,
});

/** Those that exist, in the order of the ids. */
function placed(models: readonly Model[], ids: readonly string[]): readonly Model[] {
  if (ids.length === 0) return [];
  const byId = new Map(models.map((model) => [model.id, model]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function without(models: readonly Model[], others: readonly Model[]): readonly Model[] {
  if (others.length === 0) return models;
  const taken = new Set(others);
  return models.filter((model) => !taken.has(model));
}

const filled = (groups: readonly ModelGroup[]) => groups.filter(({ models }) => models.length > 0);
