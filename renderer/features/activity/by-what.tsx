import { Tabs } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { Envelope } from '../../../shared/errors';
import type { ChatCost, ChatCostPage, LedgerKind } from '../../../shared/money/ledger';
import { exactAmount, type MoneyUnit } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { dayOf } from '../../lib/periods';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { useActivityData } from './activity-data';
import { select, useActivityView } from './activity-view';
import { longDay, mostSeries, type Share, sharesOf } from './breakdown';
import { sumText, timeText } from './row-text';

const tabs = { model: 'By model', kind: 'By kind', chat: 'Chats by cost' } as const;
type Tab = keyof typeof tabs;

/** The selection's costs by model, kind or chat; the chart beside it follows the first two. */
export function ByWhat() {
  const tab = useActivityView((view) => view.list);
  const change = (list: Tab) =>
    useActivityView.setState(list === 'chat' ? { list } : { list, splitBy: list });
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => change(next as Tab)}
      className="chart flex w-[38%] min-w-72 max-w-md flex-none flex-col gap-1 border-line border-l py-2 pr-5 pl-4"
    >
      <Tabs.List aria-label="Credits by" className="flex h-7 flex-none gap-0.5">
        {Object.entries(tabs).map(([id, label]) => (
          <Tabs.Trigger key={id} value={id} className="tab px-2">
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={tab} className="min-h-0 flex-1 overflow-y-auto rounded-sm">
        {tab === 'chat' ? <ChatCosts /> : <Shares by={tab} />}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The selection's cost by model or by kind, the most expensive first; a click narrows it to one. */
function Shares({ by }: { by: 'model' | 'kind' }) {
  const days = useActivityData((data) => data.days);
  const unit = useActivityData((data) => data.unit);
  const shares = useMemo(() => sharesOf(days, by), [days, by]);
  const most = Math.max(...shares.map(({ used }) => used), 1);
  const splitBy = useActivityView((view) => view.splitBy);
  if (shares.length === 0) return <p className="py-2 text-muted">No requests in this period</p>;
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">
        {units[unit].heading} by {by}
      </caption>
      <thead className="sticky top-0 z-10 bg-background text-left text-muted text-sm">
        <tr>
          <th className="font-normal">{by === 'model' ? 'Model' : 'Kind'}</th>
          <th className="w-12 text-right font-normal">Calls</th>
          <th className="w-20 text-right font-normal">{units[unit].heading}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share, index) => (
          <ShareRow
            key={share.label}
            share={share}
            by={by}
            unit={unit}
            part={share.used / most}
            color={splitBy === by ? Math.min(index, mostSeries) + 1 : null}
          />
        ))}
      </tbody>
    </table>
  );
}

const exactText = (used: Share['used'], unit: MoneyUnit): string =>
  `${exactAmount(used, unit)} ${units[unit].name}`;

interface ShareRowProps {
  share: Share;
  by: 'model' | 'kind';
  unit: MoneyUnit;
  /** Relative to the most expensive. */
  part: number;
  /** Its index among the chart's colors. */
  color: number | null;
}

function ShareRow({ share: { key, label, used, calls }, by, unit, part, color }: ShareRowProps) {
  const narrow = () =>
    select(by === 'model' ? { model: key ?? undefined } : { kind: (key ?? undefined) as LedgerKind });
  const background = color === null ? 'var(--muted)' : `var(--series-${color})`;
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="relative truncate py-0.5 text-left font-normal">
        <span
          className="absolute inset-y-0.5 left-0 rounded-[3px] opacity-20"
          style={{ width: `${part * 100}%`, background }}
        />
        <span
          data-series=""
          className="relative mr-2 ml-1.5 inline-block size-2 rounded-[2px]"
          style={{ background }}
        />
        {key === null ? (
          <span className="relative text-muted">{label}</span>
        ) : (
          <button
            type="button"
            title={label}
            onClick={narrow}
            className="relative max-w-[calc(100%-22px)] truncate align-bottom hover:underline"
          >
            {label}
          </button>
        )}
      </th>
      <td className="text-right">{calls.toLocaleString('en')}</td>
      <td className="text-right text-credit" title={exactText(used, unit)}>
        {sumText(used, unit)}
      </td>
    </tr>
  );
}

const pageChats = 50;

/** The cost of each chat of the selection, the most expensive first; deleted ones stay, without their title. */
function ChatCosts() {
  const { chats, hasMore, error, more } = useChatCosts();
  const unit = useActivityData((data) => data.unit);
  if (error !== null) return <ErrorCard error={error} />;
  if (chats.length === 0) return <p className="py-2 text-muted">No chats in this period</p>;
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">Chats by cost</caption>
        <thead className="sticky top-0 z-10 bg-background text-left text-muted text-sm">
          <tr>
            <th className="font-normal">Chat</th>
            <th className="w-16 text-right font-normal">Calls</th>
            <th className="w-24 text-right font-normal">{units[unit].heading}</th>
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => (
            <ChatRow key={chat.conversationId} chat={chat} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button className="mt-1" onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

function ChatRow({ chat }: { chat: ChatCost }) {
  const { conversationId, title, calls, used, unknown, lastAt } = chat;
  const unit = useActivityData((data) => data.unit);
  const when = timeText(lastAt);
  const day = longDay(dayOf(lastAt));
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="truncate py-0.5 text-left font-normal">
        {title === null ? (
          <span className="text-muted" title={`Last call ${when}`}>
            Deleted chat · {day}
          </span>
        ) : (
          <a href={`#/chat/${conversationId}`} title={title} className="rounded-sm hover:underline">
            <bdi>{title}</bdi>
          </a>
        )}
      </th>
      <td className="text-right">{calls.toLocaleString('en')}</td>
      <td className="text-right text-credit" title={`${exactAmount(used, unit)} ${units[unit].name}`}>
        {sumText(used, unit)}
        {unknown > 0 && (
          <span className="text-warn" title={`The cost of ${unknown} is still unknown`}>
            {' '}
            + ?
          </span>
        )}
      </td>
    </tr>
  );
}

const noChats = { chats: [], hasMore: false } as const;

function useChatCosts() {
  const selected = useActivityData((data) => data.filter);
  const unit = useActivityData((data) => data.unit);
  const filter = useMemo(() => selected && { ...selected, unit }, [selected, unit]);
  const sums = useActivityData((data) => data.sums);
  const removed = useCoreState(({ removedIds }) => removedIds);
  const [shown, setShown] = useState(pageChats);
  // A change of the sums means other costs, and a deleted chat has no title.
  const question = [filter, sums, removed, shown];
  const { value, error } = useAnswer(filter === null ? null : () => readChats(filter, shown), question);
  const page = value ?? noChats;
  return { ...page, error, more: () => setShown(shown + pageChats) };
}

type Filter = NonNullable<ReturnType<typeof useActivityData.getState>['filter']>;

/** The first rows by cost: costs change the order, so they are loaded from the beginning each time. */
async function readChats(filter: Filter, count: number) {
  const chats: ChatCost[] = [];
  let cursor: string | null = null;
  do {
    const answer: Envelope<ChatCostPage> = await call('ledger.chats', {
      filter,
      cursor,
      limit: Math.min(200, count - chats.length),
    });
    if (!answer.ok) return answer;
    chats.push(...answer.value.chats);
    cursor = answer.value.nextCursor;
  } while (cursor !== null && chats.length < count);
  return { ok: true, value: { chats, hasMore: cursor !== null } } as const;
}
