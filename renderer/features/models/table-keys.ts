import type { KeyboardEvent } from 'react';
import type { Model } from '../../../shared/models';
import { commandAt } from '../../commands/shortcuts';
import { hideModel, pinModel, useModelChoices } from '../../parts/models/model-choices';
import { chooseRow, useModelsView } from '../../parts/models/models-view';

const rowsAPage = 10;

interface KeyContext {
  readonly models: readonly Model[];
  /** Index of the selected row; -1 where there is none. */
  readonly chosen: number;
  readonly scroll: (index: number) => void;
  readonly onOpen: () => void;
}

/** The keys of the table: moving, opening, pinning, hiding. */
export function useTableKeys(context: KeyContext) {
  const choices = useModelChoices();
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const command = commandAt(event.nativeEvent, 'models')?.id ?? '';
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const move = hasModifier ? null : moveOf(event.key, context);
    const run = move ?? actionOf(command, context, choices);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

function moveOf(key: string, { models, chosen, scroll }: KeyContext): (() => void) | null {
  const last = models.length - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen < 0 ? last : chosen - 1,
    PageDown: chosen + rowsAPage,
    PageUp: chosen - rowsAPage,
    Home: 0,
    End: last,
  };
  const place = places[key];
  if (place === undefined || last < 0) return null;
  const to = Math.min(last, Math.max(0, place));
  return () => {
    chooseRow(models[to]?.id ?? null);
    scroll(to);
  };
}

function actionOf(
  command: string,
  { models, chosen, onOpen }: KeyContext,
  choices: { readonly pinned: readonly string[]; readonly hidden: readonly string[] },
): (() => void) | null {
  const id = models[chosen]?.id;
  if (id === undefined) return null;
  switch (command) {
    case 'models.details':
      return onOpen;
    case 'models.pin':
      return () => void pinModel(id, !choices.pinned.includes(id));
    case 'models.hide':
      return () => {
        // A hidden model leaves the table, unless hidden ones are shown too.
        const stays = useModelsView.getState().filter.showsHidden;
        if (!stays) chooseRow((models[chosen + 1] ?? models[chosen - 1])?.id ?? null);
        void hideModel(id, !choices.hidden.includes(id));
      };
    default:
      return null;
  }
}
