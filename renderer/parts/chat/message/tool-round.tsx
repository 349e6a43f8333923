/** What a reply asked of tools, what is answered to it, and the form in which a person answers. */
import { Wrench } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import type { Part } from '../../../../shared/chat/parts';
import { rawOf } from '../../../../shared/chat/raw-parts';
import { type ToolCall, toolCallsOf, toolResultsOf } from '../../../../shared/chat/tool-calls';
import { answerFor } from '../../../../shared/run/automatic-answers';
import type { ToolSettings } from '../../../../shared/run/tools';
import { useCoreState } from '../../../state/core/core-state';
import { dropDraft, editKey, setDraft, useDraft } from '../../../state/ui/drafts';
import { useIsReplying, useSettingsOf } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { answerTools } from './answer-tools';
import { JsonText, jsonIn, prettyJson } from './json-text';

interface ToolCallsProps {
  readonly parts: readonly Part[];
  readonly messageId: string;
  /** The arguments are still being written. */
  readonly isGrowing: boolean;
}

/** The calls of a reply. At the end of the chat each has a field for its result, and all are sent together. */
export function ToolCalls({ parts, messageId, isGrowing }: ToolCallsProps) {
  const calls = toolCallsOf(parts);
  const raws = rawOf(parts, 'toolCall');
  const isOpen = useIsAtEnd(messageId) && !isGrowing && calls.length === raws.length;
  const count = raws.length;
  return (
    <section aria-label="Tool calls" className="mt-2 rounded-card border border-line bg-panel p-3">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Wrench className="icon" aria-hidden />
        {count === 1 ? 'Tool call' : `${count} tool calls`}
        <span className="font-normal text-muted text-sm">
          {isOpen ? 'Enter the results; Gatehouse runs nothing' : 'Gatehouse ran nothing'}
        </span>
      </p>
      {calls.length < count ? (
        raws.map((raw, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply keep their places.
          <JsonText key={at} text={prettyJson(raw)} />
        ))
      ) : isOpen ? (
        <AnswerForm calls={calls} messageId={messageId} />
      ) : (
        <ul className="mt-2 flex flex-col gap-2">
          {calls.map((call) => (
            <li key={call.id}>
              <Call call={call} isGrowing={isGrowing} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The reply is whole, and nothing follows it on its branch. */
const useIsAtEnd = (messageId: string): boolean =>
  useCoreState(({ messages, conversations }) => {
    const message = messages[messageId];
    if (message === undefined || message.status === 'streaming') return false;
    return conversations[message.conversationId]?.leafId === messageId;
  });

function Call({ call, isGrowing = false }: { call: ToolCall; isGrowing?: boolean }) {
  const { name, argumentsText } = call;
  const isBroken = !isGrowing && jsonIn(argumentsText) === null;
  return (
    <>
      <bdi className="font-medium font-mono text-sm">{name}</bdi>
      {isBroken && <span className="ml-2 text-sm text-warn">its arguments are not valid JSON</span>}
      <JsonText text={prettyJson(argumentsText)} />
    </>
  );
}

const keyOf = (messageId: string, callId: string): string => editKey(`${messageId} ${callId}`);

function AnswerForm({ calls, messageId }: { calls: readonly ToolCall[]; messageId: string }) {
  const key = editKey(messageId);
  const { error, sending = false } = useDraft(key);
  const conversationId = useCoreState(({ messages }) => messages[messageId]?.conversationId ?? '');
  const isBusy = useIsReplying(conversationId);
  const { tools } = useSettingsOf(conversationId);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || sending) return;
    const { drafts } = useUiState.getState();
    const results = calls.map((call) => {
      const typed = drafts[keyOf(messageId, call.id)]?.text;
      return { callId: call.id, content: typed ?? answerOf(tools, call) };
    });
    const answer = await answerTools(messageId, results);
    if (answer?.ok === false) return setDraft(key, { text: '', error: answer.error });
    if (answer === null) return;
    dropDraft(key);
    for (const { id } of calls) dropDraft(keyOf(messageId, id));
  };
  return (
    <form className="mt-2 flex flex-col gap-3" onSubmit={(event) => void send(event)}>
      {calls.map((call) => (
        <div key={call.id}>
          <Call call={call} />
          <ResultField call={call} draftKey={keyOf(messageId, call.id)} beginning={answerOf(tools, call)} />
        </div>
      ))}
      {error !== undefined && <ErrorCard error={error} />}
      <div className="flex items-center justify-end gap-2">
        <p className="flex-1 text-muted text-sm">
          {isBusy ? 'Wait for the reply to finish, or stop it' : 'The model continues with the results'}
        </p>
        <Button type="submit" tone="primary" aria-disabled={isBusy || sending}>
          {calls.length === 1 ? 'Send result' : 'Send results'}
        </Button>
      </div>
    </form>
  );
}

/** What the tool of this name begins its result with. */
const answerOf = (settings: ToolSettings | undefined, call: ToolCall): string => answerFor(settings, call);

interface ResultFieldProps {
  call: ToolCall;
  draftKey: string;
  beginning: string;
}

function ResultField({ call, draftKey, beginning }: ResultFieldProps) {
  const text = useUiState(({ drafts }) => drafts[draftKey]?.text) ?? beginning;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mt-2 block text-sm">
        Result of <bdi className="font-mono">{call.name}</bdi>
      </label>
      <textarea
        id={id}
        value={text}
        rows={3}
        dir="auto"
        spellCheck={false}
        placeholder="JSON or text"
        className="field mt-1 w-full resize-y p-2 font-mono text-sm"
        onChange={({ target }) => setDraft(draftKey, { text: target.value })}
      />
    </>
  );
}

/** What was answered, each result with the name of its tool. */
export function ToolResults({ parts }: { parts: readonly Part[] }) {
  const results = toolResultsOf(parts);
  return results.map(({ callId, name, content }) => (
    <section key={callId} aria-label={`Result of ${name || callId}`} className="not-first:mt-2">
      <p className="text-muted text-sm">
        Result of <bdi className="font-mono">{name || callId}</bdi>
      </p>
      <JsonText text={prettyJson(content)} />
    </section>
  ));
}
