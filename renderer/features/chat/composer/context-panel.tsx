import { Popover } from 'radix-ui';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { PromptPiece } from '../../../../shared/chat/prompt-tokens';
import { counted } from '../../../lib/counted';
import { call } from '../../../link/call';
import { newMessage } from '../../../state/ui/chat-request';
import { draftOf } from '../../../state/ui/drafts';
import { NEW_CHAT } from '../../../state/ui/route';
import { useUiState } from '../../../state/ui/ui-state';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { ChosenList } from '../../../ui/chosen-list';
import { classes } from '../../../ui/classes';
import { mainLandmark } from '../../../ui/main-landmark';
import { type ContextUse, contextUse } from './context-use';

interface ContextPanelProps {
  chatKey: string;
  /** The button that opened it. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** What the next message sends, piece by piece, against the context window of its model; beside its button. */
export default function ContextPanel({ chatKey, anchor, onClose }: ContextPanelProps) {
  const place = useRef(anchor);
  place.current = anchor;
  return (
    <Popover.Root open onOpenChange={(opens) => !opens && onClose()}>
      <Popover.Anchor virtualRef={place as RefObject<HTMLElement>} />
      <Popover.Portal container={mainLandmark()}>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={6}
          aria-label="What is sent"
          // The button closes it by itself: closed from outside first, the press would open it again.
          onInteractOutside={(event) => anchor?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor?.focus();
          }}
          className="floating w-[min(460px,calc(100vw-80px))] p-1"
        >
          <Content chatKey={chatKey} onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Content({ chatKey, onClose }: Pick<ContextPanelProps, 'chatKey' | 'onClose'>) {
  const request = useMemo(() => newMessage(chatKey, draftOf(chatKey)), [chatKey]);
  const ask = request === null ? null : () => call('tokens.ofPrompt', request);
  const { value, error } = useAnswer(ask, [request]);
  const use = useMemo(() => value && contextUse(value), [value]);
  if (error !== null) return <ErrorCard error={error} />;
  if (value === null || use === null) return <p className="p-2 text-muted">Counting…</p>;
  const goTo = ({ messageId }: PromptPiece) => {
    if (messageId === undefined || chatKey === NEW_CHAT) return;
    useUiState.setState({ scrollTarget: { conversationId: chatKey, messageId } });
    onClose();
  };
  return (
    <>
      <ContextBar use={use} contextWindow={value.contextWindow} />
      <Pieces pieces={value.pieces} over={use.over} onOpen={goTo} />
      <p className="px-2 pt-1 text-muted text-xs">{footnote(value.pieces, value.counted !== null)}</p>
    </>
  );
}

const formatNumber = (value: number): string => value.toLocaleString('en-US');

const footnote = (pieces: readonly PromptPiece[], isCounted: boolean): string => {
  const files = pieces.reduce((sum, { uncountedFiles }) => sum + uncountedFiles, 0);
  const how = 'Counted as OpenAI’s newer models do; other models differ by some percent.';
  const sum = isCounted ? ' The sum begins with what the gateway counted for the last reply.' : '';
  return `${how}${sum}${files === 0 ? '' : ` ${counted(files, 'file')} not counted: only the gateway knows.`}`;
};

const kinds = [
  ['system', 'System prompt', 'bg-muted'],
  ['settings', 'Tools and schema', 'bg-warn'],
  ['message', 'Earlier messages', 'bg-accent'],
  ['new', 'This message', 'bg-ok'],
  ['reply', 'Room for the reply', 'bg-line'],
] as const;

function ContextBar({ use, contextWindow }: { use: ContextUse; contextWindow: number | null }) {
  const { tokens, shares, over } = use;
  const percent = contextWindow === null ? null : Math.round((100 * tokens) / contextWindow);
  const text =
    percent === null
      ? `≈ ${counted(tokens, 'token')}. The catalog names no context window for this model.`
      : `≈ ${formatNumber(tokens)} of ${formatNumber(contextWindow ?? 0)} tokens (${percent} %)`;
  const shown = kinds.filter(([id]) => shares[id] > 0);
  return (
    <div className="px-2 pt-1 pb-2">
      <p className="font-medium">{text}</p>
      {over.size > 0 && (
        <p className="text-bad">
          {counted(over.size, 'message')} too many: the gateway refuses this or leaves the oldest out. Edit or
          remove some, or choose a model with a larger context.
        </p>
      )}
      <div aria-hidden className="mt-1.5 flex h-2.5 overflow-hidden rounded-full border border-line">
        {shown.map(([id, , color]) => (
          <span
            key={id}
            className={classes('h-full forced-color-adjust-none', color)}
            style={{ width: `${100 * shares[id]}%` }}
          />
        ))}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-3 text-muted text-xs">
        {shown.map(([id, label, color]) => (
          <li key={id} className="flex items-center gap-1">
            <span aria-hidden className={classes('size-2 rounded-full forced-color-adjust-none', color)} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PiecesProps {
  pieces: readonly PromptPiece[];
  over: ContextUse['over'];
  onOpen: (piece: PromptPiece) => void;
}

const rowPx = 34;

function Pieces({ pieces, over, onOpen }: PiecesProps) {
  const rows = useMemo(() => pieces.map((piece, id) => ({ id, piece })), [pieces]);
  const [chosenId, choose] = useState<number | null>(null);
  return (
    <ChosenList
      label="What is sent"
      {...{ rows, chosenId, rowPx, idPrefix }}
      onChoose={({ id }) => choose(id)}
      onOpen={() => chosenId !== null && pieces[chosenId] !== undefined && onOpen(pieces[chosenId])}
      style={{ height: `min(${Math.max(1, rows.length) * rowPx}px, 40vh)` }}
    >
      {({ piece }, index) => (
        <Row
          piece={piece}
          id={index}
          isOver={over.has(piece)}
          isChosen={index === chosenId}
          onOpen={() => onOpen(piece)}
        />
      )}
    </ChosenList>
  );
}

const idPrefix = 'sent-';

const names = { system: 'System', developer: 'Developer', user: 'You', assistant: 'Reply', tool: 'Tool' };

const nameOf = ({ of, role }: PromptPiece): string => (of === 'settings' ? 'Settings' : names[role]);

interface RowProps {
  piece: PromptPiece;
  id: number;
  isOver: boolean;
  isChosen: boolean;
  onOpen: () => void;
}

function Row({ piece, id, isOver, isChosen, onOpen }: RowProps) {
  const { words, tokens, uncountedFiles } = piece;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the selected option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={`${idPrefix}${id}`}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      className={classes(
        'flex items-center gap-2 rounded-control border-2 border-transparent bg-clip-padding px-1.5 hover:bg-hover',
        isChosen && 'bg-hover',
      )}
      style={{ height: rowPx }}
    >
      <span className="w-16 flex-none truncate text-muted text-sm">{nameOf(piece)}</span>
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {words === '' ? 'No text' : words.replace(/\s+/g, ' ')}
      </span>
      {uncountedFiles > 0 && (
        <span className="flex-none text-muted text-sm">+ {counted(uncountedFiles, 'file')}</span>
      )}
      {isOver && <span className="flex-none text-bad text-sm">too much</span>}
      <span className="flex-none text-muted text-sm tabular-nums">{formatNumber(tokens)}</span>
    </div>
  );
}
