import { MessageSquare, SquareTerminal } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ComponentType, useState } from 'react';
import type { CallDetail, CallSummary } from '../../../shared/calls/inspector';
import type { AppErrorData } from '../../../shared/errors';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import { call as ask } from '../../link/call';
import { SandboxKey } from '../../parts/code/sandbox-key';
import { announce } from '../../state/announce';
import { openJsonDialog } from '../../state/ui/dialogs';
import { type DetailTab, detailTabs, useInspector } from '../../state/ui/inspector-state';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { EventsPart, HeadersPart, RequestPart, ResponsePart, TimingPart } from './detail-parts';
import { copyCurl } from './inspector-actions';

const labels: Readonly<Record<DetailTab, string>> = {
  request: 'Request',
  response: 'Response',
  headers: 'Headers',
  timing: 'Timing',
  events: 'Events',
};

const parts: Readonly<Record<DetailTab, ComponentType<{ call: CallDetail }>>> = {
  request: RequestPart,
  response: ResponsePart,
  headers: HeadersPart,
  timing: TimingPart,
  events: EventsPart,
};

/** The details of one call. */
export function CallDetails({ summary }: { summary: CallSummary }) {
  const tab = useInspector((state) => state.tab);
  const { detail, error } = useDetail(summary);
  const Part = parts[tab];
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => useInspector.setState({ tab: next as DetailTab })}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 overflow-y-auto px-3 py-2"
    >
      <div className="flex flex-none flex-wrap items-center gap-1">
        <Tabs.List aria-label="Parts of the call" className="flex flex-wrap gap-1">
          {detailTabs.map((one) => (
            <Tabs.Trigger
              key={one}
              value={one}
              className="tab"
              data-focus={one === tab ? 'call-tab' : undefined}
            >
              {labels[one]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <span className="flex-1" />
        {summary.profileId === SANDBOX_PROFILE_ID && <SandboxKey />}
        {detail !== null && <OpenAsChat call={detail} />}
        <CopyCurl id={summary.id} />
      </div>
      {error !== null && <ErrorCard error={error} />}
      {detailTabs.map((one) => (
        <Tabs.Content
          key={one}
          value={one}
          tabIndex={-1}
          className="flex min-h-24 flex-1 flex-col gap-2 data-[state=inactive]:hidden"
        >
          {detail !== null && one === tab && <Part call={detail} />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Of a chat's request, as far as its body was recorded whole. */
function OpenAsChat({ call: { requestBody: body } }: { call: CallDetail }) {
  if (body.kind !== 'text' || !/"messages"/.test(body.text)) return null;
  const isWhole = body.leftOutBytes === 0;
  return (
    <Button
      aria-disabled={!isWhole}
      title={isWhole ? undefined : 'Only a part of this body was recorded'}
      onClick={() => isWhole && openJsonDialog({ kind: 'paste', text: body.text })}
    >
      <MessageSquare className="icon" aria-hidden />
      Open as chat
    </Button>
  );
}

function CopyCurl({ id }: { id: string }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const copy = async () => {
    const outcome = await copyCurl(id);
    if (typeof outcome === 'object') return setError(outcome);
    setError(null);
    announce(outcome === 'copied' ? 'Copied as cURL' : 'Couldn’t copy');
  };
  return (
    <>
      <Button onClick={copy}>
        <SquareTerminal className="icon" aria-hidden />
        Copy as cURL
      </Button>
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

/** How often a running call is loaded again. */
const refreshEveryMs = 1_000;

function useDetail({ id, state }: CallSummary) {
  const everyMs = state === 'open' ? refreshEveryMs : undefined;
  const { value, error } = useAnswer(() => ask('inspector.get', { id }), [id, state], { everyMs });
  return { detail: value?.id === id ? value : null, error };
}
