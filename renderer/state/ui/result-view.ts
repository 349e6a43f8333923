/** How each tab lays out its results: at once in this window, then kept by the core with the settings. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { defaultView, type ResultView } from '../../../shared/media/result-view';
import { call } from '../../link/call';
import { useCoreState } from '../core/core-state';

/** What was chosen and is not yet reported back; a slider that is dragged changes it many times a second. */
type Pending = Readonly<Record<string, Partial<ResultView>>>;

const usePending = create<Pending>()(() => ({}));
const saveEveryMs = 150;
const storageName = 'gatehouse.views';
let isSaving = false;

export const viewOf = (tab: string): ResultView => ({
  ...defaultView(tab),
  ...useCoreState.getState().app?.settings.views[tab],
  ...usePending.getState()[tab],
});

export function useResultView(tab: string): ResultView {
  const saved = useCoreState(({ app }) => app?.settings.views[tab]);
  const pending = usePending((all) => all[tab]);
  return useMemo(() => ({ ...defaultView(tab), ...saved, ...pending }), [tab, saved, pending]);
}

export function changeView(tab: string, change: Partial<ResultView>): void {
  usePending.setState((all) => ({ [tab]: { ...all[tab], ...change } }));
  void save();
}

/** From the stage to the grid and back. */
export function toggleLayout(tab: string): void {
  changeView(tab, { layout: viewOf(tab).layout === 'stage' ? 'grid' : 'stage' });
}

/** Restores changes that a closing page could not send any more, and stores them from then on. */
export function persistViewChanges(): void {
  const kept = readKept();
  if (kept !== null) {
    usePending.setState(kept, true);
    whenConnected(() => void save());
  }
  addEventListener('pagehide', () => {
    const pending = usePending.getState();
    if (Object.keys(pending).length > 0) store(JSON.stringify(pending));
  });
}

function readKept(): Pending | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    localStorage.removeItem(storageName);
    return typeof kept === 'object' ? (kept as Pending | null) : null;
  } catch {
    return null;
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(storageName, text);
  } catch {
    // Storage is full or forbidden: the last change of a view is lost.
  }
}

/** Before that nothing is known of the other tabs' views, which are saved together. */
function whenConnected(run: () => void): void {
  if (useCoreState.getState().app !== null) {
    run();
    return;
  }
  const stop = useCoreState.subscribe(({ app }) => {
    if (app === null) return;
    stop();
    run();
  });
}

/** The first change at once, those that follow it closely together. */
async function save(): Promise<void> {
  if (isSaving) return;
  isSaving = true;
  for (let sent: Pending | null = null; sent !== usePending.getState(); ) {
    sent = usePending.getState();
    await send(sent);
    await new Promise((resolve) => setTimeout(resolve, saveEveryMs));
  }
  isSaving = false;
  // The event came before the last answer; where that was a refusal, the view is as it was.
  usePending.setState({}, true);
}

async function send(pending: Pending): Promise<void> {
  const saved = useCoreState.getState().app?.settings.views ?? {};
  const changed = Object.entries(pending).map(([tab, change]) => [tab, { ...saved[tab], ...change }]);
  await call('settings.update', { patch: { views: { ...saved, ...Object.fromEntries(changed) } } });
}
