/** What a reply asked of tools, what is answered to it, and the form in which a person answers. */
import { Wrench } from 'lucide-react';
import type { Part } from '../../../../shared/chat/parts';
import { rawOf } from '../../../../shared/chat/raw-parts';
import {
  type ToolCall,
  type ToolResult,
  toolCallsOf,
  toolResultsOf,
} from '../../../../shared/chat/tool-calls';
import type { ToolSettings } from '../../../../shared/run/tools';
import { useCoreState } from '../../../state/core/core-state';
import { openTurnDialog } from '../../../state/ui/dialogs';
import { useIsReplying, useSettingsOf } from '../../../state/ui/selectors';
import { Button } from '../../../ui/button';
import { JsonText, prettyJson } from './json-text';
import { idsOf, type ShownMessage } from './part-view';
import { useMissingResults, useStrayResults } from './round-states';
import { AnswerForm, useHasUnsent } from './tool-answer-form';
import { CallCard } from './tool-call-card';

interface ToolCallsProps {
  readonly parts: readonly Part[];
  readonly message: ShownMessage;
  /** The arguments are still being written. */
  readonly isGrowing: boolean;
}

/** The calls of a reply. At the end of the chat each has a field for its result, and all are sent together. */
export function ToolCalls({ parts, message, isGrowing }: ToolCallsProps) {
  const { id: messageId, isAside = false } = message;
  const whole = isGrowing ? parts : callParts(message, parts);
  const all = toolCallsOf(whole);
  const from = whole.findIndex(({ id }) => id === parts[0]?.id);
  const isNamed = all.length === whole.length;
  const calls = isNamed ? all.slice(from, from + parts.length) : [];
  // With text between its calls a reply has several groups of them; their results are sent together.
  const isLast = from + parts.length === whole.length;
  const isHere = !isAside && !isGrowing;
  const isOpen = useIsAtEnd(messageId) && isHere && isNamed && isLast;
  const isLate = useHasUnsent(messageId, all) && isHere && !isOpen && isLast;
  const count = parts.length;
  const conversationId = useCoreState(({ messages }) => messages[messageId]?.conversationId ?? '');
  const { tools } = useSettingsOf(conversationId);
  return (
    // No landmark: a chat has one for each of its rounds.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    <div
      role="group"
      aria-label="Tool calls"
      data-part={idsOf(parts)}
      className="mt-2 rounded-card border border-line bg-panel p-3"
    >
      <p data-beside className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Wrench className="icon" aria-hidden />
        {count === 1 ? 'Tool call' : `${count} tool calls`}
        <span className="font-normal text-muted text-sm">
          {isOpen && tools?.loop === undefined && 'Enter the results; nothing runs by itself'}
        </span>
      </p>
      {!isNamed ? (
        <UnnamedCalls parts={parts} isGrowing={isGrowing} />
      ) : isOpen || isLate ? (
        <AnswerForm calls={all} messageId={messageId} isLate={isLate} />
      ) : (
        <ShownCalls {...{ messageId, all, calls, tools, isGrowing, isLast, isAside }} />
      )}
    </div>
  );
}

/** All calls of the reply that these are some of. */
function callParts({ parts = [] }: ShownMessage, some: readonly Part[]): readonly Part[] {
  const all = parts.filter(({ type }) => type === 'toolCall');
  return some.every(({ id }) => all.some((one) => one.id === id)) ? all : some;
}

/** A call needs a name to be answered, and each call of a reply needs its result. */
function UnnamedCalls({ parts, isGrowing }: Pick<ToolCallsProps, 'parts' | 'isGrowing'>) {
  return (
    <>
      {!isGrowing && (
        <p data-beside className="text-sm text-warn">
          A call has no name, so it can’t be answered. Give it one with “Edit message…”.
        </p>
      )}
      {rawOf(parts, 'toolCall').map((raw, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply keep their places.
        <JsonText key={at} text={prettyJson(raw)} />
      ))}
    </>
  );
}

interface ShownCallsProps {
  messageId: string;
  /** All calls of the reply, and those of this group. */
  all: readonly ToolCall[];
  calls: readonly ToolCall[];
  tools: ToolSettings | undefined;
  isGrowing: boolean;
  isLast: boolean;
  isAside: boolean;
}

/** The calls alone, each with what is missing of it. */
function ShownCalls({ messageId, all, calls, tools, isGrowing, isLast, isAside }: ShownCallsProps) {
  const found = useMissingResults(messageId, all);
  const missing = isGrowing || isAside ? null : found;
  const conversationId = useCoreState(({ messages }) => messages[messageId]?.conversationId ?? '');
  const busy = useIsReplying(conversationId);
  const add = (behindId: string) =>
    openTurnDialog({ kind: 'insert', conversationId, messageId: behindId, place: 'after' });
  return (
    <>
      <ul className="mt-2 flex flex-col gap-2">
        {calls.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply keep their places; two may have one id.
          <li key={at}>
            <CallCard call={call} among={all} tools={tools} isGrowing={isGrowing} />
            {missing?.calls.includes(call) === true && (
              <p data-beside className="text-sm text-warn">
                {missing.why}
              </p>
            )}
          </li>
        ))}
      </ul>
      {missing !== null && isLast && (
        <p data-beside className="mt-2 flex justify-end">
          <Button aria-disabled={busy} onClick={() => !busy && add(missing.behindId)}>
            {missing.calls.length === 1 ? 'Add result…' : 'Add results…'}
          </Button>
        </p>
      )}
    </>
  );
}

/** The reply is whole, and nothing follows it on its branch. */
const useIsAtEnd = (messageId: string): boolean =>
  useCoreState(({ messages, conversations }) => {
    const message = messages[messageId];
    if (message === undefined || message.status === 'streaming') return false;
    return conversations[message.conversationId]?.leafId === messageId;
  });

interface ToolResultsProps {
  parts: readonly Part[];
  message: Pick<ShownMessage, 'id' | 'isAside'>;
}

/** What was answered, each result with the name of its tool. */
export function ToolResults({ parts, message: { id, isAside = false } }: ToolResultsProps) {
  const stray = useStrayResults(id);
  return toolResultsOf(parts).map((result, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the results of a message keep their places; two may have one id.
    <div key={at} data-part={idsOf(parts)} className="not-first:mt-2">
      <p className="text-muted text-sm">
        <span data-beside>Result of</span>{' '}
        <bdi className="font-mono [overflow-wrap:anywhere]">{result.name || result.callId}</bdi>
        {!isAside && isAmong(stray, result) && (
          <span data-beside className="ml-2 text-warn">
            answers no call of the reply before it: the chat can’t be sent with it
          </span>
        )}
      </p>
      <JsonText text={prettyJson(result.content)} />
    </div>
  ));
}

const isAmong = (results: readonly ToolResult[], { callId, content }: ToolResult): boolean =>
  results.some((one) => one.callId === callId && one.content === content);
