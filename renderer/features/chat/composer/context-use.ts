import type { PromptPiece, PromptTokens } from '../../../../shared/chat/prompt-tokens';

export interface ContextUse {
  /** Of the whole prompt: as the gateway counted its beginning, and what was added since. */
  readonly tokens: number;
  /** What is left of the context window for the prompt beside the longest reply; `null` where the window is unknown. */
  readonly room: number | null;
  /** The share of each kind of piece in the window, or in the prompt where the window is unknown; 0 to 1. */
  readonly shares: Readonly<Record<PromptPiece['of'] | 'reply', number>>;
  /** Pieces that don’t fit beside the newer ones: a gateway refuses such a prompt or leaves them out. */
  readonly over: ReadonlySet<PromptPiece>;
}

/** How much of its context a prompt would take, and what would be too much. */
export function contextUse({ pieces, total: tokens, contextWindow, replyTokens }: PromptTokens): ContextUse {
  const room = contextWindow === null ? null : Math.max(0, contextWindow - (replyTokens ?? 0));
  const whole = Math.max(1, contextWindow ?? tokens, tokens);
  const scale = tokens / Math.max(1, sumOf(pieces));
  const share = (of: PromptPiece['of']) => (sumOf(pieces.filter((piece) => piece.of === of)) * scale) / whole;
  return {
    tokens,
    room,
    shares: {
      system: share('system'),
      settings: share('settings'),
      message: share('message'),
      new: share('new'),
      reply: contextWindow === null ? 0 : Math.min(replyTokens ?? 0, contextWindow) / whole,
    },
    over: room === null ? new Set() : piecesOver(pieces, room),
  };
}

const sumOf = (pieces: readonly PromptPiece[]): number => pieces.reduce((sum, { tokens }) => sum + tokens, 0);

/** The oldest messages give way first; what the settings add and the new message go in any case. */
function piecesOver(pieces: readonly PromptPiece[], room: number): ReadonlySet<PromptPiece> {
  const over = new Set<PromptPiece>();
  let left = room - sumOf(pieces.filter(({ of }) => of !== 'message'));
  for (const piece of pieces.filter(({ of }) => of === 'message').toReversed()) {
    left -= piece.tokens;
    if (left < 0) over.add(piece);
  }
  return over;
}
