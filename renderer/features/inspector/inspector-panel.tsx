import { FileDown, FlaskConical, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { useKeys } from '../../commands/use-keys';
import { call } from '../../link/call';
import type { CallList as Calls } from '../../state/core/apply-calls';
import { useCoreState } from '../../state/core/core-state';
import { closeInspector, heights, setHeight, useInspector } from '../../state/ui/inspector-state';
import { useReportedList } from '../../state/use-reported-list';
import { ErrorCard } from '../../ui/alert';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { Splitter } from '../../ui/splitter';
import { CallDetails } from './call-details';
import { CallList, columns, givesWay } from './call-list';
import { CasesDialog } from './cases-dialog';
import { leaveCalls, loadCalls, saveHar } from './inspector-actions';

/** The panel at the bottom: every HTTP call of the app, with its details. */
export default function InspectorPanel() {
  const heightPx = useHeight();
  const error = useCalls();
  const list = useCoreState((state) => state.callList);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // In a search that holds text, Escape clears it.
    if (event.target instanceof HTMLInputElement && event.target.value !== '') return;
    event.preventDefault();
    closeInspector();
  };
  return (
    <section
      aria-label="Inspector"
      onKeyDown={onKeyDown}
      className="relative flex max-h-[75vh] min-h-24 shrink flex-col border-line border-t bg-panel"
      style={{ height: heightPx }}
    >
      <Splitter
        label="Height of the inspector"
        at="top"
        size={heightPx}
        min={heights.least}
        max={Math.round(innerHeight * share.most)}
        onResize={setHeight}
      />
      <Bar list={list} />
      {error !== null && <ErrorCard error={error} />}
      {list !== null && <Work list={list} />}
    </section>
  );
}

/** Of the window's height: what is above keeps more than half of it until the person moves the edge. */
const share = { usual: 0.45, most: 0.75 } as const;

/** In pixels: what the person chose, as far as the window is high enough. */
function useHeight(): number {
  const windowPx = useSyncExternalStore(onResize, () => innerHeight);
  const chosenPx = useInspector((state) => state.heightPx);
  return Math.min(
    chosenPx ?? heights.usual,
    Math.round(windowPx * (chosenPx === null ? share.usual : share.most)),
  );
}

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

const typingMs = 200;

/** Keeps the search results up to date while the panel is open. */
function useCalls(): AppErrorData | null {
  const query = useInspector((state) => state.query);
  // `null` also after the page reconnected to the core: then it is loaded again.
  const isMissing = useCoreState(({ callList }) => callList === null);
  const isStale = useCoreState(({ callList }) => callList?.isStale ?? false);
  const asOf = useCoreState(({ callList }) => callList?.asOf);
  const isOther = useCoreState(({ callList }) => callList !== null && callList.query !== query.trim());
  const waitMs = isStale || isOther ? typingMs : null;
  return useReportedList((isFirst) => loadCalls(query.trim(), isFirst), [query], {
    delayMs: isMissing ? 0 : waitMs,
    asOf,
    leave: leaveCalls,
  }).error;
}

function Bar({ list }: { list: Calls | null }) {
  const query = useInspector((state) => state.query);
  const [error, setError] = useState<AppErrorData | null>(null);
  const [isUsing, setUsing] = useState(false);
  const chats = list?.calls.filter(isChat) ?? [];
  const keys = useKeys('inspector.toggle');
  return (
    <div className="flex flex-none flex-wrap items-center gap-1 border-line border-b px-3 py-1">
      <h2 className="font-semibold">Inspector</h2>
      <input
        type="search"
        aria-label="Search calls"
        placeholder="Search path, model, status, text…"
        value={query}
        maxLength={300}
        onChange={(event) => useInspector.setState({ query: event.target.value })}
        className="field ml-3 h-7 w-[min(320px,30vw)] py-0"
      />
      <p className="ml-2 min-w-0 flex-1 truncate text-muted text-sm">{list !== null && countText(list)}</p>
      <IconButton
        icon={FileDown}
        label="Export HAR"
        aria-disabled={list === null || list.total === 0}
        onClick={() => void saveHar(query.trim()).then(setError)}
      />
      <IconButton
        icon={FlaskConical}
        label="Use as cases"
        aria-disabled={chats.length === 0}
        onClick={() => chats.length > 0 && setUsing(true)}
      />
      <IconButton icon={Trash2} label="Clear calls" onClick={() => void call('inspector.clear', {})} />
      <IconButton icon={X} label="Close inspector" keys={keys.text} onClick={closeInspector} />
      {error !== null && <ErrorCard error={error} />}
      {isUsing && <CasesDialog calls={chats} onClose={() => setUsing(false)} />}
    </div>
  );
}

const isChat = ({ path, state }: Calls['calls'][number]): boolean =>
  state === 'done' && /\/chat\/completions(\?|$)/.test(path);

function countText({ total, dropped }: Calls): string {
  const calls = `${total} ${total === 1 ? 'call' : 'calls'}`;
  return dropped === 0 ? calls : `${calls}; ${dropped} older calls removed`;
}

function Work({ list }: { list: Calls }) {
  const chosenId = useInspector((state) => state.chosenId);
  const chosen = list.calls.find(({ id }) => id === chosenId);
  if (list.calls.length === 0) {
    return (
      <p className="p-4 text-muted" tabIndex={-1} data-focus="inspector">
        {list.query === ''
          ? 'No calls yet. Each call of the app appears here. Calls are kept in memory until the app closes, without the key.'
          : 'No matching calls'}
      </p>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={classes('@container flex min-w-0 flex-col', chosen === undefined ? 'flex-1' : 'w-[46%]')}
      >
        <div aria-hidden className={classes(columns, 'h-6 flex-none text-muted text-xs')}>
          <span className={givesWay.first}>Method</span>
          <span>Path</span>
          <span>Status</span>
          <span className={classes('text-right', givesWay.second)}>Time</span>
          <span className={classes('text-right', givesWay.first)}>Size</span>
          <span className={classes('text-right', givesWay.second)}>Credits</span>
        </div>
        <CallList calls={list.calls} onNearEnd={() => void loadCalls(list.query, false)} />
      </div>
      {chosen !== undefined && (
        <div className="flex min-w-0 flex-1 border-line border-l">
          <CallDetails summary={chosen} />
        </div>
      )}
    </div>
  );
}
