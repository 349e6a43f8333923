/** Below a reply that was asked to be JSON: whether it is, and follows its schema; its tree; and a way to have it mended. */
import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Message } from '../../../shared/chat/chat';
import { isTextPart, type Part } from '../../../shared/chat/parts';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { mendText, placeText } from '../../../shared/run/reply-fit';
import { formatAsked, formatKey, type JsonSchema } from '../../../shared/run/response-format';
import { newMessage } from '../../state/ui/chat-request';
import { draftOf, editKey, setDraft, useDraft } from '../../state/ui/drafts';
import { isReplying, useIsReplying } from '../../state/ui/selectors';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CutText } from '../../ui/cut-text';
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
  // The settings may ask for another format by now: a reply is judged by its own alone.
  const asked = useMemo(
    () => (formatKey(settings) === message.askedFormat ? formatAsked(settings) : null),
    [settings, message.askedFormat],
  );
  const text = parts.map((part) => (isTextPart(part) && part.type === 'text' ? part.text : '')).join('');
  if (text.trim() === '') return null;
  if (asked === null) return <OtherSchema message={message} settings={settings} text={text} />;
  return <CheckOf message={message} text={text} {...asked} />;
}

/** The schema it was asked with is not kept: what is set now judges it only where a person wants that. */
function OtherSchema({ message, settings, text }: Omit<FormatCheckProps, 'parts'> & { text: string }) {
  const [isWanted, setWanted] = useState(false);
  const now = useMemo(() => formatAsked(settings), [settings]);
  if (isWanted && now !== null) return <CheckOf message={message} text={text} {...now} />;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-muted text-sm">
      <span className="min-w-0 flex-1 basis-60">
        Not checked: the response format was changed after this reply was requested.
      </span>
      {now !== null && (
        <Button tone="quiet" className="h-7 px-2" onClick={() => setWanted(true)}>
          Check with the current format
        </Button>
      )}
    </p>
  );
}

interface CheckOfProps {
  message: Message;
  text: string;
  name: string;
  schema: JsonSchema | null;
}

function CheckOf({ message, text, name, schema }: CheckOfProps) {
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
            className="h-7 px-2"
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
      {isWhole && isWrong && <Mend message={message} text={mendText(checked.misfit, schema !== null)} />}
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
async function answer(message: Message, text: string): Promise<void> {
  const id = mendId(message);
  if (draftOf(editKey(id)).sending || isReplying(message.conversationId)) return;
  setDraft(editKey(id), { text, attachments: [] });
  await resend({ ...message, id, parentId: message.id });
}

/** The next message, as it would be sent, and its cost. */
function Mend({ message, text }: { message: Message; text: string }) {
  const { conversationId, id } = message;
  const busy = useIsReplying(conversationId);
  const { sending, error } = useDraft(editKey(mendId(message)));
  const request = newMessage(conversationId, { text });
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <p className="min-w-0 flex-1 basis-60 break-words text-muted">“{text}”</p>
      <Button
        className="h-7"
        aria-disabled={busy || sending || request === null}
        onClick={() => void answer(message, text)}
      >
        Ask to mend
      </Button>
      {request !== null && <CostBeside intent={{ kind: 'message', ...request, parentId: id }} />}
      {error !== undefined && <ErrorCard error={error} />}
    </div>
  );
}
