import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { modelText } from '../../../shared/modalities/modalities';
import type { LedgerRow } from '../../../shared/money/ledger';
import { units } from '../../../shared/money/money-units';
import { call } from '../../link/call';
import { openHit } from '../../parts/chat/open-hit';
import { inspect, inspectedCall } from '../../parts/inspector/inspect';
import { useCoreState } from '../../state/core/core-state';
import { addressOfJob } from '../../state/ui/route';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { useActivityData } from './activity-data';
import { useActivityView } from './activity-view';
import { amountText, latencyText, outcomeWords, rowText, statusText, timeText, tokensText } from './row-text';

/** The facts of the selected call, and links to related places. */
export function CallFacts() {
  const chosenId = useActivityView((view) => view.chosenId);
  const row = useActivityData((data) => data.rows.find(({ id }) => id === chosenId));
  return (
    <section aria-label="Details" className="flex flex-none flex-col gap-3 px-4 pb-4">
      <h2 className="flex h-12 flex-none items-center font-semibold">
        {row === undefined ? 'Details' : rowText(row)}
      </h2>
      {row === undefined ? (
        <p className="text-muted">Choose a call to see its details.</p>
      ) : (
        <Facts key={row.id} row={row} />
      )}
    </section>
  );
}

function Facts({ row }: { row: LedgerRow }) {
  return (
    <>
      <NextSteps row={row} />
      <Explanation row={row} />
      <Figures row={row} />
    </>
  );
}

function Figures({ row }: { row: LedgerRow }) {
  const profile = useCoreState(({ app }) => app?.profiles.find(({ id }) => id === row.profileId)?.name);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Time', timeText(row.at)],
    ['Profile', profile ?? 'Removed profile'],
    ['Operation', row.operation],
    ['Model', row.model === null ? null : modelText(row.model)],
    [units[row.unit].heading, amountText(row.amount, row.unit)],
    ['Balance after it', row.balance === null ? null : amountText(row.balance, row.unit)],
    ['Input tokens', tokensText(row.promptTokens, row.cachedTokens, 'cached')],
    ['Output tokens', tokensText(row.completionTokens, row.reasoningTokens, 'reasoning')],
    ['Outcome', outcomeWords[row.outcome]],
    ['Status', row.statusCode === null ? null : statusText(row)],
    ['Latency', row.totalMs === null ? null : latencyText(row)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="select-text wrap-anywhere text-right">{value}</dd>
          </div>
        ),
      )}
      {row.requestId !== null && <RequestId id={row.requestId} />}
    </dl>
  );
}

function RequestId({ id }: { id: string }) {
  return (
    <div className="col-span-2">
      <dt className="text-muted">Request id</dt>
      <dd className="flex items-center gap-1">
        <code className="min-w-0 select-text break-all font-mono text-sm">{id}</code>
        <CopyButton label="Copy request id" text={() => id} />
      </dd>
    </div>
  );
}

const explanations: Readonly<Partial<Record<LedgerRow['outcome'], string>>> = {
  outside:
    'No call of this app explains this change of the balance: another program used the same key, or credits were added.',
  reconciled: 'The gateway reported later what calls with an unknown outcome cost.',
  unknown:
    'No complete response came, so the gateway may have charged this call. A later balance will show it.',
  refused: 'The gateway refused the request before doing anything.',
};

function Explanation({ row }: { row: LedgerRow }) {
  const text = explanations[row.outcome];
  return text === undefined ? null : <p className="text-muted">{text}</p>;
}

/** Links to its chat or job, and to the call itself while the inspector holds it. */
function NextSteps({ row }: { row: LedgerRow }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const { isGone, callId } = useCallLinks(row);
  const { conversationId, messageId, jobId, kind } = row;
  const openChat = async () => {
    if (conversationId === null) return;
    const message = messageId === null ? null : await call('messages.get', { ids: [messageId] });
    const isThere = message?.ok === true && message.value.length > 0;
    const place = { conversationId, messageId: isThere ? messageId : null };
    await openHit({ ...place, title: '', snippet: '', at: row.at }, null);
  };
  const openCall = async () => {
    if (callId !== null) setError(await inspect(callId));
  };
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {conversationId !== null && !isGone && <Button onClick={() => void openChat()}>Open the chat</Button>}
      {isGone && <p className="text-muted">The chat was deleted.</p>}
      {jobId !== null && (
        <a
          href={addressOfJob(kind, jobId)}
          className="inline-flex h-8 items-center rounded-control border border-line bg-raised px-3 hover:bg-hover"
        >
          Open the result
        </a>
      )}
      {callId !== null && <Button onClick={() => void openCall()}>Open in inspector</Button>}
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}

/** Whether its chat was deleted, and the call's id in the inspector. */
function useCallLinks({ conversationId, requestId }: LedgerRow) {
  const chat = useAnswer(
    conversationId === null ? null : () => call('conversations.get', { id: conversationId }),
    [conversationId],
  );
  const found = useAnswer(requestId === null ? null : () => inspectedCall(requestId), [requestId]);
  return { isGone: chat.error?.code === 'not_found', callId: found.value };
}
