import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Model } from '../../../shared/models/models';
import { commandAt } from '../../commands/shortcuts';
import { hideModel, pinModel, useModelChoices } from '../../parts/models/model-choices';
import { chooseRow, useModelsView } from '../../parts/models/models-view';
import { ModelRow } from './model-row';
import { columnCount, TableHead } from './table-head';

const rowPx = 40;
const headPx = 33;

interface ModelTableProps {
  models: readonly Model[];
  onOpen: () => void;
}

/**
 * Models as a table; only visible rows are in the page.
 *
 * The table is one stop of the Tab key, like a list: arrow keys select a row, and letters act on it.
 */
export function ModelTable({ models, onOpen }: ModelTableProps) {
  const { chosenId } = useModelsView();
  const choices = useModelChoices();
  const { rows, scroll, setScroller, before, after } = useRows(models);
  const chosen = models.findIndex(({ id }) => id === chosenId);
  const onKeyDown = useTableKeys({ models, chosen, scroll, onOpen });
  return (
    <div ref={setScroller} className="min-h-0 flex-1 overflow-auto" data-models>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be selected.
        role="grid"
        aria-label="Models"
        aria-rowcount={models.length + 1}
        aria-activedescendant={rows.some(({ index }) => index === chosen) ? rowId(chosen) : undefined}
        tabIndex={0}
        data-focus="models"
        onKeyDown={onKeyDown}
        className="w-full min-w-[1060px] table-fixed border-separate border-spacing-0 outline-offset-[-2px]"
      >
        <TableHead />
        <tbody>
          <Spacer heightPx={before} />
          {rows.map(({ index }) => {
            const model = models[index] as Model;
            return (
              <ModelRow
                key={model.id}
                model={model}
                domId={rowId(index)}
                place={index + 2}
                isChosen={index === chosen}
                isPinned={choices.pinned.includes(model.id)}
                isHidden={choices.hidden.includes(model.id)}
                onOpen={onOpen}
              />
            );
          })}
          <Spacer heightPx={after} />
        </tbody>
      </table>
    </div>
  );
}

const rowId = (index: number) => `model-row-${index}`;

/** The visible rows, and the height of the others. */
function useRows(models: readonly Model[]) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { filter, sort } = useModelsView();
  const virtualizer = useVirtualizer({
    count: models.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection or order starts at its top.
  useEffect(() => {
    if (scroller !== null) scroller.scrollTop = 0;
  }, [filter, sort, scroller]);
  const rows = virtualizer.getVirtualItems();
  const before = (rows[0]?.index ?? 0) * rowPx;
  const after = (models.length - 1 - (rows.at(-1)?.index ?? models.length - 1)) * rowPx;
  return { rows, before, after, setScroller, scroll: (index: number) => virtualizer.scrollToIndex(index) };
}

function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

const rowsAPage = 10;

interface KeyContext {
  readonly models: readonly Model[];
  /** Index of the selected row; -1 where there is none. */
  readonly chosen: number;
  readonly scroll: (index: number) => void;
  readonly onOpen: () => void;
}

/** The keys of the table: moving, opening, pinning, hiding. */
function useTableKeys(context: KeyContext) {
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
