import { Settings2 } from 'lucide-react';
import { focusWhenThere } from '../../../lib/focus';
import { announce } from '../../../state/announce';
import { openColumn } from '../../../state/ui/columns';
import { setSelection } from '../../../state/ui/library-view';
import { openTab } from '../../../state/ui/navigation';
import { nothingChosen } from '../../../state/ui/selection';
import type { Hit, Source } from '../hit';
import { matchWords } from '../match-words';
import { type SettingEntry, settingEntries } from '../settings-index';

/** Every setting, opened at its field. */
export const settingSource: Source = {
  title: 'Settings',
  prefix: ',',
  find: (words, limit) => matchWords(settingEntries, words).slice(0, limit).map(hitOf),
};

const hitOf = (entry: SettingEntry): Hit => ({
  key: `setting:${entry.page}/${entry.label}`,
  icon: Settings2,
  label: entry.label,
  detail: entry.where,
  run: () => openSetting(entry),
});

/** A page takes a while when it is loaded for the first time; afterwards all its fields appear soon. */
const patienceMs = 4_000;
const settledMs = 400;

function openSetting({ label, page, where, otherwise = [] }: SettingEntry): void {
  openTab(page);
  if (page === 'library') setSelection(nothingChosen);
  if (page !== 'settings') openColumn(page, 'side');
  focusWhenThere(() => fieldCalled(label) ?? instead(), { patienceMs });

  let settledAt: number | null = null;
  /** Where the current model or profile does not have the field. */
  function instead(): HTMLElement | null {
    const nearest = otherwise.map(fieldCalled).find((field) => field !== null) ?? null;
    if (nearest === null) return null;
    settledAt ??= performance.now() + settledMs;
    if (performance.now() < settledAt) return null;
    announce(`${label} is not available for this model. It belongs to ${where}`);
    return nearest;
  }
}

/** The control with this label, anywhere on the page. */
function fieldCalled(name: string): HTMLElement | null {
  for (const label of document.querySelectorAll<HTMLLabelElement>('main label, aside label')) {
    const text = label.textContent?.trim() ?? '';
    // Some labels end with a figure in brackets.
    // Such a field may be in a part that is folded, too.
    const isShown = label.control?.checkVisibility() === true;
    if ((text === name || text.startsWith(`${name} (`)) && isShown) return label.control;
  }
  const others = document.querySelectorAll<HTMLElement>(
    'main [aria-label], aside [aria-label], main button, aside button',
  );
  const called = (one: HTMLElement) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name;
  return [...others].find(called) ?? null;
}
