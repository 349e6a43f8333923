import type { CallSummary } from '../../../shared/calls/inspector';
import { focusSoon } from '../../lib/focus';
import { useInspector } from '../../state/ui/inspector-state';
import { ChosenList } from '../../ui/chosen-list';
import { classes } from '../../ui/classes';
import { type CallTone, creditsText, durationText, formatBytes, statusText, toneOf } from './call-text';

interface CallListProps {
  calls: readonly CallSummary[];
  onNearEnd: () => void;
}

const rowPx = 26;

/** The calls, newest first; selected with the mouse or the arrow keys. */
export function CallList({ calls, onNearEnd }: CallListProps) {
  const chosenId = useInspector((state) => state.chosenId);
  return (
    <ChosenList
      label="Calls"
      rows={calls}
      {...{ chosenId, rowPx, idPrefix, onNearEnd }}
      focusName="inspector"
      onChoose={({ id }) => useInspector.setState({ chosenId: id })}
      onOpen={() => focusSoon('call-tab')}
      className="min-h-0 flex-1"
    >
      {(call, index) => (
        <CallRow call={call} place={index + 1} count={calls.length} isChosen={call.id === chosenId} />
      )}
    </ChosenList>
  );
}

const idPrefix = 'call-';

const tones: Readonly<Record<CallTone, string>> = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  muted: 'text-muted',
};

/** Shared by the rows and the headings above them. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_44px] items-center gap-x-2 px-3 ' +
  '@min-[380px]:grid-cols-[minmax(0,1fr)_60px_56px_66px] ' +
  '@min-[520px]:grid-cols-[44px_minmax(0,1fr)_60px_56px_56px_66px] ' +
  '@xl:grid-cols-[44px_minmax(0,1fr)_92px_72px_72px_84px]';

/** Columns that give way to path and status where the list is narrow: the details name them too. */
export const givesWay = {
  first: 'hidden @min-[520px]:block',
  second: 'hidden @min-[380px]:block',
} as const;

interface CallRowProps {
  call: CallSummary;
  place: number;
  count: number;
  isChosen: boolean;
}

function CallRow({ call, place, count, isChosen }: CallRowProps) {
  const [, base, operation] = /^(.*\/v\d+[^/]*\/)?(.+)$/.exec(call.path) ?? ['', '', call.path];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the selected option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={`${idPrefix}${call.id}`}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={place}
      onClick={() => useInspector.setState({ chosenId: call.id })}
      className={classes(columns, 'text-sm hover:bg-hover', isChosen && 'bg-hover')}
      style={{ height: rowPx }}
    >
      <span className={classes('text-muted', givesWay.first)}>{call.method}</span>
      <span className="flex min-w-0 gap-1" title={call.url}>
        <span className="min-w-10 shrink-[3] truncate">
          <span className="hidden @min-[520px]:inline">{base}</span>
          {operation}
        </span>{' '}
        {call.model !== null && <span className="min-w-0 truncate text-muted">{call.model}</span>}
      </span>
      <span className={classes('truncate', tones[toneOf(call)])}>{statusText(call)}</span>
      <span className={classes('text-right', givesWay.second)}>{durationText(call)}</span>
      <span className={classes('text-right', givesWay.first)}>{formatBytes(call.responseBytes)}</span>
      <span className={classes('truncate text-right text-credit', givesWay.second)}>{creditsText(call)}</span>
    </div>
  );
}
