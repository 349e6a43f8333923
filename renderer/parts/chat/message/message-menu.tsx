import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { focusLater } from '../../../lib/focus-later';
import { beginExperiment } from '../../../state/ui/begin-experiment';
import { openJsonDialog, openPromptDialog, openTurnDialog } from '../../../state/ui/dialogs';
import { useIsReplying } from '../../../state/ui/selectors';
import { classes } from '../../../ui/classes';
import { LateMenu } from '../../../ui/late-menu';
import { lazy, Suspense } from '../../../ui/later';
import { ShowCode } from '../../code/view-code';
import { forkFrom, removeMessage } from '../conversation-actions';
import { MoveHandle } from '../turns/move-handle';
import { TurnItems } from '../turns/turn-items';

const RegenerateDialog = lazy(() => import('./regenerate-dialog'));
const CompareDialog = lazy(() => import('./compare-dialog'));
const BillDialog = lazy(() => import('./bill-dialog'));
const LogprobsDialog = lazy(() => import('../../logprobs/logprobs-dialog'));

const itemClass =
  'flex h-8 items-center rounded-control px-3 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover';

interface MessageMenuProps {
  message: Message;
  /** Of a reply: asks another model. */
  onRegenerate?: (model: string) => Promise<void>;
}

/** The other commands for a message. */
export function MessageMenu({ message, onRegenerate }: MessageMenuProps) {
  const [comparing, setComparing] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [figures, setFigures] = useState<'bill' | 'logprobs' | null>(null);
  const [code, setCode] = useState<{ of: 'message'; messageId: string } | null>(null);
  return (
    <>
      <LateMenu label="More for this message">
        <Items
          message={message}
          onCompare={() => setComparing(true)}
          onChooseModel={onRegenerate && (() => setChoosing(true))}
          onShowFigures={setFigures}
          onShowCode={() => setCode({ of: 'message', messageId: message.id })}
        />
      </LateMenu>
      <MoveHandle message={message} />
      {comparing && (
        <Suspense>
          <CompareDialog message={message} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      {isChoosing && onRegenerate !== undefined && (
        <Suspense>
          <RegenerateDialog
            message={message}
            onChoose={(model) => void onRegenerate(model)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      {figures !== null && (
        <Suspense>
          {figures === 'bill' ? (
            <BillDialog message={message} onClose={() => setFigures(null)} />
          ) : (
            <LogprobsDialog message={message} onClose={() => setFigures(null)} />
          )}
        </Suspense>
      )}
      {code !== null && <ShowCode input={code} onClose={() => setCode(null)} />}
    </>
  );
}

interface ItemsProps {
  message: Message;
  onCompare: () => void;
  /** Of a reply. */
  onChooseModel?: (() => void) | undefined;
  onShowFigures: (which: 'bill' | 'logprobs') => void;
  onShowCode: () => void;
}

function Items({ message, onCompare, onChooseModel, onShowFigures, onShowCode }: ItemsProps) {
  return (
    <div className="long-menu">
      <TurnItems message={message} itemClass={itemClass} />
      <DropdownMenu.Group aria-label="Reply" className="break-inside-avoid">
        <DropdownMenu.Separator className="my-1 h-px bg-line" />
        {message.siblingIds.length > 1 && (
          <DropdownMenu.Item className={itemClass} onSelect={onCompare}>
            Compare versions
          </DropdownMenu.Item>
        )}
        {onChooseModel !== undefined && (
          <DropdownMenu.Item className={itemClass} onSelect={onChooseModel}>
            Regenerate with another model
          </DropdownMenu.Item>
        )}
        {message.role === 'assistant' && (
          <DropdownMenu.Item
            className={itemClass}
            onSelect={() => beginExperiment({ kind: 'chat', id: message.conversationId })}
          >
            Try on other models…
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={itemClass} onSelect={() => void forkFrom(message)}>
          Fork from here
        </DropdownMenu.Item>
        <DropdownMenu.Item
          className={itemClass}
          disabled={message.text === ''}
          onSelect={() => openPromptDialog({ kind: 'save', text: message.text })}
        >
          {message.text === '' ? 'Save as a prompt (no text)' : 'Save as a prompt'}
        </DropdownMenu.Item>
        <ExamplesItem message={message} />
      </DropdownMenu.Group>
      <DropdownMenu.Group aria-label="Details" className="break-inside-avoid">
        <DropdownMenu.Separator className="my-1 h-px bg-line" />
        {message.role === 'assistant' && (
          <DropdownMenu.Item className={itemClass} onSelect={onShowCode}>
            View code
          </DropdownMenu.Item>
        )}
        {message.usage !== null && (
          <DropdownMenu.Item className={itemClass} onSelect={() => onShowFigures('bill')}>
            Tokens and cost
          </DropdownMenu.Item>
        )}
        {message.hasLogprobs && (
          <DropdownMenu.Item className={itemClass} onSelect={() => onShowFigures('logprobs')}>
            Token probabilities
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={itemClass} onSelect={() => editAsJson(message)}>
          Edit as JSON…
        </DropdownMenu.Item>
        <DeleteItem message={message} />
      </DropdownMenu.Group>
    </div>
  );
}

const editAsJson = ({ id: messageId, conversationId }: Message) =>
  openJsonDialog({ kind: 'message', messageId, conversationId });

/** A reply that is being written is no example yet. */
function ExamplesItem({ message: { id: messageId, conversationId } }: { message: Message }) {
  const busy = useIsReplying(conversationId);
  return (
    <DropdownMenu.Item
      className={itemClass}
      disabled={busy}
      onSelect={() => openTurnDialog({ kind: 'preset', conversationId, messageId })}
    >
      Save as examples…
    </DropdownMenu.Item>
  );
}

/** Reads whether a reply is being written itself: the closed menus of all messages would be drawn again with each reply. */
function DeleteItem({ message }: { message: Message }) {
  const busy = useIsReplying(message.conversationId);
  const remove = async () => {
    // The message is removed with its focus; the composer takes it.
    const focusComposer = focusLater('composer');
    if (await removeMessage(message)) focusComposer();
  };
  return (
    <DropdownMenu.Item
      className={classes(itemClass, 'text-bad')}
      disabled={busy}
      onSelect={() => void remove()}
    >
      Delete
    </DropdownMenu.Item>
  );
}
