/** Below a reply that was asked to be JSON: whether it is, and follows its schema; its tree; and a way to have it mended. */
import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Message } from '../../../shared/chat/chat';
import { isTextPart, type Part } from '../../../shared/chat/parts';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { mendText, placeText } from '../../../shared/run/reply-fit';
import {
  formatAsked,
  formatKey,
  type JsonSchema,
  type ResponseFormat,
  schemaNamePattern,
} from '../../../shared/run/response-format';
import { call } from '../../link/call';
import { newMessage } from '../../state/ui/chat-request';
import { draftOf, editKey, setDraft, useDraft } from '../../state/ui/drafts';
import { isReplying, useIsReplying } from '../../state/ui/selectors';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CutText } from '../../ui/cut-text';
import type { OwnSettings } from '../chat/chat-actions';
import { resend } from '../chat/reply-actions';
import { CostBeside } from '../credits/cost-beside';
import type { Checked } from './check-worker';
import { JsonTree } from './json-tree';
import { useChecked } from './use-checked';

interface FormatCheckProps {
  message: Message;
  /** As far as they came. */
  parts: readonly Part[];
  settings: RunSettings;
}

export default function FormatCheck({ message, parts, settings }: FormatCheckProps) {
  const asked = useAsked(message, settings);
  const text = parts.map((part) => (isTextPart(part) && part.type === 'text' ? part.text : '')).join('');
  if (text.trim() === '') return null;
  if (asked === 'awaited') return null;
  if (asked === 'unknown') return <OtherSchema message={message} settings={settings} text={text} />;
  return <CheckOf message={message} text={text} {...asked} />;
}

type Asked = Pick<CheckOfProps, 'name' | 'schema' | 'own'>;

/** The settings may ask for another format by now: a reply is judged by its own alone. */
function useAsked({ id, askedFormat: key }: Message, settings: RunSettings): Asked | 'awaited' | 'unknown' {
  const isNow = useMemo(() => formatKey(settings) === key, [settings, key]);
  const isKept = !isNow && key !== 'json';
  const { value, isCurrent } = useAnswer(isKept ? () => call('messages.askedFormat', { id }) : null, [id]);
  const asked = useMemo((): Asked | null => {
    const own = isNow ? settings : withFormat(settings, isKept ? value : 'json_object');
    const format = own && formatAsked(own);
    return format && { ...format, own: isNow ? undefined : ownSettings(own) };
  }, [isNow, isKept, settings, value]);
  // Its line stays where it is until the answer is there.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return asked ?? (isCurrent ? 'unknown' : (last ?? 'awaited'));
}

function withFormat(settings: RunSettings, format: ResponseFormat | null): RunSettings | null {
  if (format === null) return null;
  const { response_format: _now, ...extra } = settings.extra ?? {};
  return { ...settings, extra, responseFormat: format };
}

/** A reply is mended as what it was asked to be, whatever the chat asks for by now. */
function ownSettings(settings: RunSettings): OwnSettings | undefined {
  const { responseFormat: format } = settings;
  // The form takes no other name: only a request that was written by hand has one.
  const isTaken = typeof format !== 'object' || schemaNamePattern.test(format.name);
  return isTaken ? { settings, keepsSettings: true } : undefined;
}

/** An earlier version kept no schema: what is set now judges the reply only where a person wants that. */
function OtherSchema({ message, settings, text }: Omit<FormatCheckProps, 'parts'> & { text: string }) {
  const [isWanted, setWanted] = useState(false);
  const now = useMemo(() => formatAsked(settings), [settings]);
  if (now === null) return null;
  if (isWanted) return <CheckOf message={message} text={text} own={undefined} {...now} />;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-muted text-sm">
      <span className="min-w-0 flex-1 basis-60">
        Not checked: the response format was changed after this reply was requested.
      </span>
      <Button tone="quiet" onClick={() => setWanted(true)}>
        Check with the current format
      </Button>
    </p>
  );
}

interface CheckOfProps {
  message: Message;
  text: string;
  name: string;
  schema: JsonSchema | null;
  /** With what it is mended, where that is no longer what the chat asks for. */
  own: OwnSettings | undefined;
}

function CheckOf({ message, text, name, schema, own }: CheckOfProps) {
  const isWhole = message.status !== 'streaming';
  const checked = useChecked({ text, schema, isWhole });
  const [view, setView] = useState<'tree' | 'raw' | null>(null);
  if (checked === null) return <p className="mt-2 h-7 text-muted text-sm">Checking the JSON…</p>;
  const isWrong = checked.misfit !== null || checked.state === 'notJson';
  const Icon = isWrong ? X : Check;
  const failing = checked.misfit?.pointer ?? null;
  return (
    <section aria-label="Structured output" className="mt-2">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p className={`flex min-w-0 flex-1 items-center gap-1.5 ${isWrong ? 'text-bad' : 'text-muted'}`}>
          {(isWrong || checked.state === 'fits') && <Icon className="icon flex-none" aria-hidden />}
          <span className="min-w-0 break-words">{lineOf(checked, name, schema !== null)}</span>
        </p>
        {(['tree', 'raw'] as const).map((one) => (
          <Button
            key={one}
            tone="quiet"
            aria-pressed={view === one}
            onClick={() => setView(view === one ? null : one)}
          >
            {one === 'tree' ? 'Tree' : 'Raw'}
          </Button>
        ))}
      </div>
      {view === 'tree' && (
        <JsonTree key={failing} value={checked.value} failing={failing} why={checked.misfit?.why ?? ''} />
      )}
      {view === 'raw' && <Raw text={text} />}
      {isWhole && isWrong && (
        <Mend message={message} text={mendText(checked.misfit, schema !== null)} own={own} />
      )}
    </section>
  );
}

function lineOf({ state, misfit, why, value }: Checked, name: string, hasSchema: boolean): string {
  switch (state) {
    case 'arriving': {
      if (misfit !== null)
        return `JSON is arriving, and does not follow the schema “${name}”: ${placeText(misfit)} ${misfit.why}`;
      const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
      return `JSON is arriving: ${count} ${count === 1 ? 'field' : 'fields'} so far`;
    }
    case 'fits':
      return hasSchema ? `Follows the schema “${name}”` : 'Valid JSON';
    case 'misfit':
      return misfit === null
        ? ''
        : `Does not follow the schema “${name}”: ${placeText(misfit)} ${misfit.why}`;
    case 'notJson':
      return `Not valid JSON. ${why}`;
    case 'unusable':
      return `Couldn’t check the reply: ${why}`;
  }
}

/** More is slow to draw, so it is drawn when it is asked for. */
const mostRaw = 200_000;

function Raw({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it.
      tabIndex={0}
      className="mt-2 max-h-[420px] select-text overflow-auto whitespace-pre-wrap break-words rounded-card border border-line p-2 font-mono text-sm"
    >
      <CutText text={text} characters={mostRaw} />
    </pre>
  );
}

/** Its draft is one of its own, so that what is typed stays. */
const mendId = ({ id }: Message) => `mend ${id}`;

/** Sends a text as the answer to a reply, on the branch that ends in it. */
async function answer(message: Message, text: string, own: OwnSettings | undefined): Promise<void> {
  const id = mendId(message);
  if (draftOf(editKey(id)).sending || isReplying(message.conversationId)) return;
  setDraft(editKey(id), { text, attachments: [] });
  await resend({ ...message, id, parentId: message.id }, own);
}

/** The next message, as it would be sent, and its cost. */
function Mend({ message, text, own }: Pick<CheckOfProps, 'message' | 'text' | 'own'>) {
  const { conversationId, id } = message;
  const busy = useIsReplying(conversationId);
  const { sending, error } = useDraft(editKey(mendId(message)));
  const request = newMessage(conversationId, { text });
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <p className="min-w-0 flex-1 basis-60 break-words text-muted">“{text}”</p>
      <Button
        aria-disabled={busy || sending || request === null}
        onClick={() => void answer(message, text, own)}
      >
        Ask to mend
      </Button>
      {request !== null && <CostBeside intent={{ kind: 'message', ...request, ...own, parentId: id }} />}
      {error !== undefined && <ErrorCard error={error} />}
    </div>
  );
}
