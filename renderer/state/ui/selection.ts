/** Which results are selected, and which one the keys act on; pure, over the visible ids in their order. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** The one the keys move from; `null` before the first move. */
  readonly active: string | null;
  /** The start of a range that Shift extends. */
  readonly anchor: string | null;
}

export const nothingChosen: Selection = { chosen: new Set(), active: null, anchor: null };

/** Selects one alone, as a plain click or arrow key does. */
export const only = (id: string): Selection => ({ chosen: new Set([id]), active: id, anchor: id });

/** Adds or removes one, as Ctrl+click and Space do. */
export function toggled(selection: Selection, id: string): Selection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(id)) chosen.add(id);
  return { chosen, active: id, anchor: id };
}

/** Selects everything from the anchor to this one, as Shift does. */
export function extended(selection: Selection, ids: readonly string[], id: string): Selection {
  const anchor = selection.anchor ?? ids[0] ?? id;
  const [one, other] = [ids.indexOf(anchor), ids.indexOf(id)];
  if (one < 0 || other < 0) return only(id);
  const stretch = ids.slice(Math.min(one, other), Math.max(one, other) + 1);
  return { chosen: new Set(stretch), active: id, anchor };
}

export const all = (selection: Selection, ids: readonly string[]): Selection => ({
  ...selection,
  chosen: new Set(ids),
});

/** Without what is no longer visible. */
export function kept(selection: Selection, ids: readonly string[]): Selection {
  if (selection.chosen.size === 0 && selection.active === null && selection.anchor === null) return selection;
  const shown = new Set(ids);
  const chosen = [...selection.chosen].filter((id) => shown.has(id));
  const has = (id: string | null) => id !== null && shown.has(id);
  if (chosen.length === selection.chosen.size && has(selection.active) === (selection.active !== null)) {
    return selection;
  }
  return {
    chosen: new Set(chosen),
    active: has(selection.active) ? selection.active : null,
    anchor: has(selection.anchor) ? selection.anchor : null,
  };
}

/** The position a key moves to in a grid; `null` for keys that do not move. */
export function placeAfter(key: string, from: number, count: number, columns: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    PageUp: from - columns * 4,
    PageDown: from + columns * 4,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  if (to === undefined || count === 0) return null;
  if (from < 0 && key !== 'End') return 0;
  return Math.min(count - 1, Math.max(0, to));
}
