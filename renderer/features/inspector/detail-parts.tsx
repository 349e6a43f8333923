import { useMemo } from 'react';
import type { CallBody, CallDetail, CallHeaders } from '../../../shared/calls/inspector';
import { cutText } from '../../../shared/text/cut-text';
import { bodyLines, linesOf } from '../../lib/body-lines';
import { formatDuration, formatSecond } from '../../lib/format';
import { streamedText } from '../../parts/inspector/streamed-text';
import { CopyButton } from '../../ui/copy-button';
import { VirtualLines } from '../../ui/virtual-lines';
import { formatBytes, limitsText, phasesOf, statusText } from './call-text';

export function RequestPart({ call }: { call: CallDetail }) {
  return (
    <>
      <p className="flex-none select-text break-all font-mono text-sm">
        {call.method} {call.url}
      </p>
      <BodyView label="Request body" body={call.requestBody} />
    </>
  );
}

export function ResponsePart({ call }: { call: CallDetail }) {
  const { events, eventCount, statusText: phrase } = call;
  return (
    <>
      <p className="flex-none select-text">
        {statusText(call)} {phrase}
        {call.error !== null && <code className="font-mono text-bad"> {call.error}</code>}
      </p>
      {call.note !== undefined && <p className="flex-none select-text text-warn">{call.note}</p>}
      {eventCount === 0 ? (
        <BodyView label="Response body" body={call.responseBody} />
      ) : (
        <>
          <p className="flex-none text-muted text-sm">A stream of {eventCount} events, shown as one text.</p>
          <TextView label="Streamed text" text={streamedText(events)} />
        </>
      )}
    </>
  );
}

export function HeadersPart({ call }: { call: CallDetail }) {
  const limits = limitsText(call);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      aria-label="Headers"
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      {limits !== null && <p className="mb-2 text-muted">{limits}</p>}
      <HeaderList title="Request headers" headers={call.requestHeaders} />
      <HeaderList title="Response headers" headers={call.responseHeaders} />
    </section>
  );
}

function HeaderList({ title, headers }: { title: string; headers: CallHeaders }) {
  return (
    <>
      <h3 className="mt-1 mb-1 font-semibold">{title}</h3>
      {headers.length === 0 && <p className="text-muted">No headers</p>}
      <dl className="mb-3 grid grid-cols-[fit-content(min(200px,40%))_minmax(0,1fr)] gap-x-3 font-mono text-sm">
        {headers.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur several times; the position identifies it.
          <div key={index} className="contents">
            <dt className="break-all text-muted">{name}</dt>
            <dd className="select-text break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function TimingPart({ call }: { call: CallDetail }) {
  const phases = phasesOf(call.timing);
  const totalMs = Math.max(phases.at(-1)?.toMs ?? 0, 0.001);
  const percent = (ms: number) => `${(100 * ms) / totalMs}%`;
  return (
    <div className="flex-1 overflow-auto">
      <p className="mb-2 text-muted">
        Started {formatSecond(call.startedAt)}
        {call.timing.sentMs === null && '; connection time not available'}.
      </p>
      <dl className="grid grid-cols-[minmax(0,auto)_64px_minmax(48px,1fr)] items-center gap-x-3 gap-y-1">
        {phases.map(({ label, fromMs, toMs }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">{formatDuration(toMs - fromMs)}</dd>
            <dd aria-hidden className="h-2 rounded-full bg-hover">
              <span
                data-bar
                className="block h-2 min-w-px rounded-full bg-accent"
                style={{ marginLeft: percent(fromMs), width: percent(toMs - fromMs) }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const shownCharacters = 2_000;

export function EventsPart({ call }: { call: CallDetail }) {
  const { events, eventCount } = call;
  if (eventCount === 0) return <p className="text-muted">This response was not an event stream.</p>;
  const missing = eventCount - events.length;
  return (
    <>
      <p className="flex-none text-muted text-sm">
        {eventCount} events{missing > 0 && `; ${missing} in the middle were not recorded`}
      </p>
      <VirtualLines label="Events" count={events.length}>
        {(at) => {
          const event = events[at];
          if (event === undefined) return null;
          const { index, atMs, type, data } = event;
          return (
            <>
              <span className="text-muted">
                {index + 1} · {formatDuration(atMs)}
                {type !== '' && ` · ${type}`}{' '}
              </span>
              {cutText(data, shownCharacters)}
              {data.length > shownCharacters && ` … ${data.length - shownCharacters} more characters`}
            </>
          );
        }}
      </VirtualLines>
    </>
  );
}

/** The body of a request or a response. */
function BodyView({ label, body }: { label: string; body: CallBody }) {
  const lines = useMemo(() => (body.kind === 'text' ? bodyLines(body) : []), [body]);
  if (body.kind === 'none') return <p className="text-muted">No body.</p>;
  const facts = `${body.contentType ?? 'type unknown'} · ${formatBytes(body.bytes)}`;
  if (body.kind === 'binary') {
    return <p className="text-muted">{facts}. Not text, so only its size and type were recorded.</p>;
  }
  return (
    <>
      <div className="flex flex-none items-center gap-2 text-muted text-sm">
        <p className="flex-1">
          {facts}
          {body.leftOutBytes > 0 && ` · ${formatBytes(body.leftOutBytes)} in the middle were not recorded`}
        </p>
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={() => body.text + body.tail} />
      </div>
      <VirtualLines label={label} count={lines.length}>
        {(index) => lines[index]}
      </VirtualLines>
    </>
  );
}

/** Text that is not a received body, such as a reply joined from its events. */
function TextView({ label, text }: { label: string; text: string }) {
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <VirtualLines label={label} count={lines.length}>
      {(index) => lines[index]}
    </VirtualLines>
  );
}
