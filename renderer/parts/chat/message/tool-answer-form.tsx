/** The results of the calls at the end of a chat: typed, picked, or as a rule of the tool gives them. */
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import {
  argumentsJson,
  type ToolCall,
  type ToolResult,
  type ToolRound,
  toolResultsOf,
} from '../../../../shared/chat/tool-calls';
import { answerFor, automaticFor, toolOf } from '../../../../shared/run/automatic-answers';
import type { ToolSettings } from '../../../../shared/run/tools';
import { submitByKey } from '../../../lib/submit-key';
import { call as command } from '../../../link/call';
import { useCoreState } from '../../../state/core/core-state';
import { dropDraft, editKey, setDraft, useDraft } from '../../../state/ui/drafts';
import { useIsReplying, useSettingsOf } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { answerTools } from './answer-tools';
import { followAnswer } from './follow-answer';
import { CallCard } from './tool-call-card';
import { useToolRound } from './use-tool-round';

/** One for each call; two of one id have their own. */
function keysOf(messageId: string, calls: readonly ToolCall[]): readonly string[] {
  return calls.map(({ id }, at) => {
    const earlier = calls.slice(0, at).filter((one) => one.id === id).length;
    return editKey(`${messageId} ${id}${earlier === 0 ? '' : ` ${earlier + 1}`}`);
  });
}

/** Whether other results were typed for these calls than those that the chat went on with. */
export function useHasUnsent(messageId: string, calls: readonly ToolCall[]): boolean {
  const keys = keysOf(messageId, calls);
  const typed = useUiState(({ drafts }) =>
    JSON.stringify(
      calls.flatMap(({ id: callId }, at) => {
        const content = drafts[keys[at] ?? '']?.text ?? '';
        return content.trim() === '' ? [] : [{ callId, content }];
      }),
    ),
  );
  return useCoreState(({ messages }) => {
    const unsent = JSON.parse(typed) as readonly Typed[];
    if (unsent.length === 0) return false;
    const sent = Object.values(messages).filter((one) => one.parentId === messageId && one.role === 'tool');
    return !sent.some(({ parts }) => unsent.every((one) => isAmong(toolResultsOf(parts), one)));
  });
}

type Typed = Pick<ToolResult, 'callId' | 'content'>;

const isAmong = (results: readonly ToolResult[], { callId, content }: Typed): boolean =>
  results.some((one) => one.callId === callId && one.content === content);

/** Once they are sent, or not wanted any more. */
function dropTyped(messageId: string, calls: readonly ToolCall[]): void {
  dropDraft(editKey(messageId));
  for (const key of keysOf(messageId, calls)) dropDraft(key);
}

interface AnswerFormProps {
  calls: readonly ToolCall[];
  messageId: string;
  /** The chat went on without what was typed here: from another window, or another branch. */
  isLate?: boolean;
}

export function AnswerForm({ calls, messageId, isLate = false }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { error, sending = false } = useDraft(editKey(messageId));
  const conversationId = useCoreState(({ messages }) => messages[messageId]?.conversationId ?? '');
  const isBusy = useIsReplying(conversationId);
  const { tools } = useSettingsOf(conversationId);
  const round = useToolRound(messageId);
  const keys = keysOf(messageId, calls);
  const { send, isMissing } = useSend({ calls, messageId }, tools, form);
  if (round.isAnswering) return <Answering {...{ calls, messageId, tools }} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !sending) void send();
  };
  const refusal = error ?? round.ended?.error;
  const wait =
    isLate && !isBusy ? 'Both results are kept, each in its branch' : waitText(round, isBusy, tools);
  const usual = calls.length === 1 ? 'Send result' : 'Send results';
  return (
    <form ref={form} className="mt-2 flex flex-col gap-3" onKeyDown={submitByKey} onSubmit={submit}>
      {isLate && <NotSent />}
      {calls.map((call, at) => (
        <div key={keys[at]}>
          <CallCard call={call} among={calls} tools={tools} isGrowing={false} />
          <ResultField call={call} draftKey={keys[at] ?? ''} tools={tools} isMissing={isMissing} />
        </div>
      ))}
      {refusal !== undefined && <ErrorCard error={refusal} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p data-beside className={`min-w-48 flex-1 text-sm ${isMissing ? 'text-bad' : 'text-muted'}`}>
          {isMissing ? 'Enter a result for each call' : wait}
        </p>
        {isMissing && (
          <Button aria-disabled={isBusy || sending} onClick={() => !isBusy && !sending && void send(true)}>
            Send empty
          </Button>
        )}
        {isLate && <Button onClick={() => dropTyped(messageId, calls)}>Discard</Button>}
        <Button type="submit" tone="primary" title="Ctrl+Enter" aria-disabled={isBusy || sending}>
          {isLate ? 'Send as another branch' : usual}
        </Button>
      </div>
    </form>
  );
}

/** Sends what is in the fields; one that is empty has the focus instead, unless it is meant so: some tools return nothing. */
function useSend(
  { calls, messageId }: Pick<AnswerFormProps, 'calls' | 'messageId'>,
  tools: ToolSettings | undefined,
  form: RefObject<HTMLFormElement | null>,
) {
  const key = editKey(messageId);
  const keys = keysOf(messageId, calls);
  const [isMissing, setIsMissing] = useState(false);
  const send = async (isEmptyMeant = false) => {
    const { drafts } = useUiState.getState();
    const results = calls.map((call, at) => {
      const typed = drafts[keys[at] ?? '']?.text;
      return { callId: call.id, content: typed ?? beginningOf(tools, call) };
    });
    const blank = isEmptyMeant ? -1 : results.findIndex(({ content }) => content.trim() === '');
    setIsMissing(blank !== -1);
    if (blank !== -1) return form.current?.querySelectorAll('textarea')[blank]?.focus();
    setDraft(key, { text: '', sending: true });
    const goOn = followAnswer();
    const answer = await answerTools(messageId, results);
    if (answer?.ok) {
      dropTyped(messageId, calls);
      goOn(answer.value.replyId);
    } else setDraft(key, { text: '', sending: false, error: answer?.error });
  };
  return { send, isMissing };
}

/** Whoever typed here must not take the results of another window for theirs. */
const NotSent = () => (
  <p data-beside role="alert" className="text-warn">
    The chat went on with other results. What you typed here was not sent.
  </p>
);

/** Nothing is sent yet: a delay or a function takes its time. */
function Answering({ calls, messageId, tools }: AnswerFormProps & { tools: ToolSettings | undefined }) {
  return (
    <div className="mt-2 flex flex-col gap-3">
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply keep their places; two may have one id.
        <CallCard key={at} call={call} among={calls} tools={tools} isGrowing={false} />
      ))}
      <div className="flex items-center justify-end gap-2">
        <p className="flex-1 text-muted text-sm">Answering automatically…</p>
        <Button onClick={() => void command('chat.stop', { messageId })}>Stop</Button>
      </div>
    </div>
  );
}

const reasons: Readonly<Record<NonNullable<ToolRound['ended']>['reason'], string>> = {
  rounds: 'The limit of automatic rounds is reached. Send to continue.',
  'cost limit': 'The next round could exceed the limit. Send to continue.',
  unanswered: 'A call has no automatic result. Check the results, then send.',
  'unknown cost': 'The cost of the last round is unknown, so the limit can’t be checked. Send to continue.',
  stopped: 'Automatic results were stopped. Send to continue.',
  refused: 'The next round was refused.',
};

function waitText({ ended }: ToolRound, isBusy: boolean, tools: ToolSettings | undefined): string {
  if (isBusy) return 'Wait for the reply to finish, or stop it';
  if (ended !== null && tools?.loop !== undefined) return reasons[ended.reason];
  return 'The model continues with the results';
}

/** What the field of a result begins with; a function is run where the person asks for it. */
function beginningOf(tools: ToolSettings | undefined, call: ToolCall): string {
  const automatic = automaticFor(tools, call);
  if (automatic.kind === 'text') return automatic.content;
  return automatic.kind === 'function' ? '' : answerFor(tools, call);
}

interface ResultFieldProps {
  call: ToolCall;
  draftKey: string;
  tools: ToolSettings | undefined;
  isMissing: boolean;
}

function ResultField({ call, draftKey, tools, isMissing }: ResultFieldProps) {
  const text = useUiState(({ drafts }) => drafts[draftKey]?.text) ?? beginningOf(tools, call);
  const id = useId();
  const type = (next: string) => setDraft(draftKey, { text: next });
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <label data-beside htmlFor={id} className="flex-1 text-sm">
          Result of <bdi className="font-mono [overflow-wrap:anywhere]">{call.name}</bdi>
        </label>
        <Offers call={call} tools={tools} onPick={type} />
      </div>
      <textarea
        id={id}
        value={text}
        rows={3}
        dir="auto"
        spellCheck={false}
        placeholder="JSON or text"
        aria-invalid={isMissing && text.trim() === ''}
        className="field mt-1 w-full resize-y p-2 font-mono text-sm"
        onChange={({ target }) => type(target.value)}
      />
    </>
  );
}

interface OffersProps extends Pick<ResultFieldProps, 'call' | 'tools'> {
  onPick: (text: string) => void;
}

/** Saved results, and the function of a rule. */
function Offers({ call, tools, onPick }: OffersProps) {
  const mocks = toolOf(tools, call.name)?.mocks ?? [];
  const automatic = automaticFor(tools, call);
  const [isRunning, setRunning] = useState(false);
  const run = async (source: string) => {
    if (isRunning) return;
    setRunning(true);
    const answer = await command('tools.run', { source, argumentsText: argumentsJson(call) });
    setRunning(false);
    if (answer.ok) onPick('content' in answer.value ? answer.value.content : JSON.stringify(answer.value));
  };
  return (
    <>
      {mocks.length > 0 && (
        <select
          aria-label={`Saved results of ${call.name}`}
          value=""
          className="field h-7 w-auto py-0 text-sm"
          onChange={({ target }) => onPick(mocks[Number(target.value)]?.content ?? '')}
        >
          <option value="" disabled>
            Saved result…
          </option>
          {mocks.map(({ name }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
            <option key={at} value={at}>
              {name}
            </option>
          ))}
        </select>
      )}
      {automatic.kind === 'function' && (
        <Button aria-disabled={isRunning} onClick={() => void run(automatic.source)}>
          {isRunning ? 'Running…' : 'Run function'}
        </Button>
      )}
    </>
  );
}
