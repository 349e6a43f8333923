/** A chat model of the gateway: its record, its price, its pace and how it replies. */
import type { z } from 'zod';
import type { FileKind } from '../chat/content';
import type { Sight } from '../media/look/look';
import type { TokenPricing } from '../pricing';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export interface ChatTurn {
  readonly role: Role;
  readonly text: string;
  /** The description of its images, where it has some. */
  readonly sights?: readonly Sight[];
  /** All its files, images among them. */
  readonly files?: readonly ReceivedFile[];
}

/** What a model knows of a file. */
export interface ReceivedFile {
  readonly kind: FileKind;
  readonly label: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A checked request, as a model sees it. */
export interface ReplyRequest {
  readonly turns: readonly ChatTurn[];
  readonly seed: number | null;
  /** Which of the `n` replies this is, from 0. */
  readonly choice: number;
  /** The whole body, for extra parameters; already checked by the model's own schema. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Text to send, or a time in which nothing is sent. */
export type ReplyPiece = string | { readonly pauseMs: number };

export interface ChatModel {
  readonly id: string;
  readonly description: string;
  readonly pricing: TokenPricing;
  /** Prompt and reply together, in tokens. */
  readonly contextWindow: number;
  /** Tokens of one reply. */
  readonly maxOutput: number;
  /** Pace of a stream where the request does not say otherwise; 0 is as fast as possible. */
  readonly tokensPerSecond: number;
  /** The kinds of files that its messages may hold; it refuses all others. */
  readonly takes?: readonly FileKind[];
  /** Writes JSON itself where the request asks for it; otherwise its text is put into the response format. */
  readonly writesJson?: true;
  /** Checks the model's own extra parameters. */
  readonly parameters?: z.ZodType<Record<string, unknown>>;
  /** Where a reply ends although the model could continue; in tokens. */
  readonly naturalEnd?: (request: ReplyRequest) => number;
  /** The text of one reply, piece by piece; may throw a `SimulatedFault`. Never reads a clock. */
  reply(request: ReplyRequest): Iterable<ReplyPiece>;
}

/** Text of the newest user turn; empty where there is none. */
export function lastUserText(turns: readonly ChatTurn[]): string {
  return turns.findLast((turn) => turn.role === 'user')?.text ?? '';
}
