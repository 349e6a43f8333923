/** How each tab lays out its results: kept by the core with the settings. */
import { useMemo } from 'react';
import { defaultView, type ResultView } from '../../../shared/result-view';
import { call } from '../../link/call';
import { useCoreState } from '../core/core-state';

const viewOf = (tab: string): ResultView => ({
  ...defaultView(tab),
  ...useCoreState.getState().app?.settings.views[tab],
});

export function useResultView(tab: string): ResultView {
  const chosen = useCoreState(({ app }) => app?.settings.views[tab]);
  return useMemo(() => ({ ...defaultView(tab), ...chosen }), [tab, chosen]);
}

export function changeView(tab: string, change: Partial<ResultView>): void {
  const all = useCoreState.getState().app?.settings.views ?? {};
  void call('settings.update', { patch: { views: { ...all, [tab]: { ...all[tab], ...change } } } });
}

/** From the stage to the grid and back. */
export function toggleLayout(tab: string): void {
  changeView(tab, { layout: viewOf(tab).layout === 'stage' ? 'grid' : 'stage' });
}
