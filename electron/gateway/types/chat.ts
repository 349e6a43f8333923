/** Chat requests and replies, as a gateway has them. */
import type { TokenChance } from '../../../shared/chat/logprobs';
import type { TokenUsage } from '../../../shared/money/token-usage';
import type { CallMeta } from './call';
import type { MediaSource } from './media';

export interface ChatMessageParam {
  readonly role: string;
  readonly content: unknown;
  /** Of a reply that asked for tools, in OpenAI's form. */
  readonly tool_calls?: readonly unknown[];
  /** Of a result: the call that it answers. */
  readonly tool_call_id?: string;
  /** Of a reply, its thinking under the names of its gateway. */
  readonly [field: string]: unknown;
}

/** OpenAI's shape; unknown fields are sent as they are. */
export interface ChatParams {
  readonly model: string;
  readonly messages: readonly ChatMessageParam[];
  readonly [field: string]: unknown;
}

/** As a message keeps it: cached tokens are some of the prompt's, tokens of thinking some of the reply's. */
export type ChatUsage = TokenUsage;

/** What came with a reply beside its text and reasoning. */
export type ChatPart =
  | { readonly type: 'refusal'; readonly text: string }
  /** A picture, sound or another file. */
  | { readonly type: 'media'; readonly source: MediaSource }
  /** JSON as it came; `unknown` is content of a type that is not read. */
  | { readonly type: 'toolCall' | 'citation' | 'unknown'; readonly raw: unknown }
  /** Fields of the message that hold signed or encrypted thinking. */
  | { readonly type: 'thinking'; readonly raw: unknown };

/** @see ChatDelta.place */
export type PlacedPart = ChatPart & { readonly place: number };

export interface ChatChoice {
  readonly index: number;
  readonly text: string;
  readonly reasoning: string;
  /** In the order in which they came. */
  readonly parts: readonly PlacedPart[];
  readonly finishReason: string | null;
  /** Of its tokens, where the gateway gave them. */
  readonly logprobs?: readonly TokenChance[];
}

export interface ChatResult {
  readonly id: string | null;
  readonly model: string | null;
  readonly choices: readonly ChatChoice[];
  /** How many more the gateway sent than are kept. */
  readonly surplusChoices: number;
  readonly usage: ChatUsage | null;
  /** What a stream of the same reply would have brought, step by step; a stream brings it itself. */
  readonly steps?: readonly ChatDelta[];
  readonly meta: CallMeta;
  /** The body as it came. */
  readonly raw: unknown;
}

/** What an error of a whole reply has beside it where content came with it, as a broken stream has it in its result. */
export interface FailedReply {
  readonly known: ChatResult;
}

/** One step of a streamed reply; its reasoning came before its text. */
export interface ChatDelta {
  readonly index: number;
  readonly text: string;
  readonly reasoning: string;
  /**
   * `text` and `reasoning` are all of this choice so far: what came before was not what it seemed, such as thinking that
   * only a closing tag shows to be reasoning. Happens a few times in a reply at most.
   */
  readonly isWhole?: boolean;
  /** Behind the text so far came one of the choice's other parts: the one with this number. */
  readonly place?: number;
  /** What came of a call of a tool. */
  readonly call?: CallDelta;
}

/** A piece of a call of a tool, for whoever looks on: what it is in the end is one of the choice's parts. */
export interface CallDelta {
  /** @see ChatDelta.place */
  readonly place: number;
  readonly id: string | null;
  readonly name: string;
  /** Whether its arguments are the text of a custom tool. */
  readonly hasTextInput: boolean;
  /** What is added to its arguments. */
  readonly text: string;
  /** The text is all of its arguments so far: what came before was not what it seemed. */
  readonly isWhole?: boolean;
}

/**
 * A reply being streamed. Iterating yields each delta once; it ends normally only after the gateway said it was done.
 * A cut, malformed or silent stream throws a `GatewayError` after everything that had arrived was yielded; `result()`
 * then still tells what is known (text so far, usage and credits where they were seen).
 */
export interface ChatStream extends AsyncIterable<ChatDelta> {
  result(): ChatResult;
  abort(): void;
}
