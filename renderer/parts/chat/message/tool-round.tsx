/** What a reply asked of tools, what is answered to it, and the form in which a person answers. */
import { Wrench } from 'lucide-react';
import type { Part } from '../../../../shared/chat/parts';
import { rawOf } from '../../../../shared/chat/raw-parts';
import { toolCallsOf, toolResultsOf } from '../../../../shared/chat/tool-calls';
import { useCoreState } from '../../../state/core/core-state';
import { useSettingsOf } from '../../../state/ui/selectors';
import { JsonText, prettyJson } from './json-text';
import { idsOf, type ShownMessage } from './part-view';
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
  const calls = toolCallsOf(parts);
  const raws = rawOf(parts, 'toolCall');
  const isOpen = useIsAtEnd(messageId) && !isAside && !isGrowing && calls.length === raws.length;
  const isLate = useHasUnsent(messageId, calls) && !isAside && !isGrowing && !isOpen;
  const count = raws.length;
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
      {calls.length < count ? (
        raws.map((raw, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a reply keep their places.
          <JsonText key={at} text={prettyJson(raw)} />
        ))
      ) : isOpen || isLate ? (
        <AnswerForm calls={calls} messageId={messageId} isLate={isLate} />
      ) : (
        <ul className="mt-2 flex flex-col gap-2">
          {calls.map((call) => (
            <li key={call.id}>
              <CallCard call={call} tools={tools} isGrowing={isGrowing} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The reply is whole, and nothing follows it on its branch. */
const useIsAtEnd = (messageId: string): boolean =>
  useCoreState(({ messages, conversations }) => {
    const message = messages[messageId];
    if (message === undefined || message.status === 'streaming') return false;
    return conversations[message.conversationId]?.leafId === messageId;
  });

/** What was answered, each result with the name of its tool. */
export function ToolResults({ parts }: { parts: readonly Part[] }) {
  const results = toolResultsOf(parts);
  return results.map(({ callId, name, content }) => (
    <div key={callId} data-part={idsOf(parts)} className="not-first:mt-2">
      <p className="text-muted text-sm">
        <span data-beside>Result of</span>{' '}
        <bdi className="font-mono [overflow-wrap:anywhere]">{name || callId}</bdi>
      </p>
      <JsonText text={prettyJson(content)} />
    </div>
  ));
}
