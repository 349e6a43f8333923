import type { Message } from '../../../shared/chat/chat';
import { filesOf } from '../../../shared/chat/parts';
import type { PromptPiece, PromptTokens } from '../../../shared/chat/prompt-tokens';
import type { PromptInput } from '../../../shared/commands/credits-commands';
import { charactersSent } from '../../../shared/media/documents';
import type { StoredFile } from '../../../shared/media/files';
import { tokensIn } from '../../../shared/money/tokens';
import { chatSettings, type RunSettings } from '../../../shared/run/chat-settings';
import { WHOLE_BRANCH } from '../chat/plan';
import { withoutFiles } from '../modalities/message-content';
import { turnsOf } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { isUncounted } from '../prices/prompt-size';

/** Around each message, for its role and its end (`num_tokens_from_messages` in OpenAI's cookbook). */
const TOKENS_AROUND = 4;
/** The beginning of a text, for a line about it. */
const WORDS = 200;
/** Counting takes about 0.1 s for so many characters; what is older is estimated from its length. */
const COUNTED_CHARACTERS = 400_000;

/** Messages among which the newest reply is looked for first, so that a long branch is not read at every pause. */
const RECENT = 12;

interface Text extends Omit<PromptPiece, 'tokens'> {
  readonly text: string;
  /** Of documents that go as their text, which is not read for this. */
  readonly besides?: number;
}

/**
 * What a message would send, piece by piece, each with its tokens, before it is sent. Asks no gateway.
 *
 * @param contextWindow of the model; `null` where its catalogue names none
 */
export async function promptTokens(
  ports: Pick<Ports, 'storage' | 'countTokens'>,
  input: PromptInput,
  contextWindow: number | null,
): Promise<PromptTokens> {
  const { branch, texts } = piecesOf(ports, input);
  const counted = countedIn(branch);
  const pieces = await countedPieces(ports, texts);
  return {
    pieces,
    total: totalOf(pieces, counted),
    counted,
    contextWindow,
    replyTokens: input.settings.maxTokens ?? null,
  };
}

/** The same as one figure, for while one types: what the gateway has counted before is not counted here again. */
export async function totalTokens(
  ports: Pick<Ports, 'storage' | 'countTokens'>,
  input: PromptInput,
): Promise<number> {
  const { branch, texts } = piecesOf(ports, input, RECENT);
  const counted = countedIn(branch);
  const at = begunAt(texts, counted);
  if (counted === null || at === -1) return (await promptTokens(ports, input, null)).total;
  return totalOf(await countedPieces(ports, texts.slice(at)), counted);
}

function totalOf(pieces: readonly PromptPiece[], counted: PromptTokens['counted']): number {
  const at = begunAt(pieces, counted);
  const uncounted = at === -1 ? pieces : pieces.slice(at);
  return uncounted.reduce((sum, { tokens }) => sum + tokens, at === -1 ? 0 : (counted?.tokens ?? 0));
}

function countedIn(branch: readonly Message[]): PromptTokens['counted'] {
  const last = branch.findLast(({ usage }) => usage !== null);
  return last?.usage ? { messageId: last.id, tokens: last.usage.promptTokens } : null;
}

/** Where what the gateway has not counted yet begins: with the reply that it was counted for; -1 where that is not sent. */
const begunAt = (
  pieces: readonly Pick<PromptPiece, 'messageId'>[],
  counted: PromptTokens['counted'],
): number => (counted === null ? -1 : pieces.findIndex(({ messageId }) => messageId === counted.messageId));

/** Newest first, so that what is estimated is the oldest. */
async function countedPieces(
  { countTokens }: Pick<Ports, 'countTokens'>,
  texts: readonly Text[],
): Promise<readonly PromptPiece[]> {
  const pieces: PromptPiece[] = [];
  let left = COUNTED_CHARACTERS;
  for (const { text, besides = 0, ...piece } of texts.toReversed()) {
    left -= text.length;
    const estimate = tokensIn(text.length);
    // The tables may be gone with an update of the running app, and what is typed can be sent all the same.
    const tokens = left < 0 ? estimate : await countTokens(text).catch(() => estimate);
    pieces.unshift({ ...piece, tokens: tokens + tokensIn(besides) + TOKENS_AROUND });
  }
  return pieces;
}

function piecesOf({ storage }: Pick<Ports, 'storage'>, input: PromptInput, most = WHOLE_BRANCH) {
  const { conversationId, parentId, text, attachments = [], settings } = input;
  const leafId =
    parentId === undefined ? conversationId && storage.conversations.get(conversationId)?.leafId : parentId;
  const branch =
    conversationId && leafId ? storage.messages.pathEndingIn(conversationId, leafId, most).messages : [];
  const files = attachments.map((ref) => ({ ...ref, document: storage.files.get(ref.id)?.document }));
  const own: readonly Text[] =
    text === '' && files.length === 0 ? [] : [{ of: 'new', role: 'user', ...said(text), ...ofFiles(files) }];
  return { branch, texts: [...ofSettings(settings), ...branchTexts(branch), ...own] };
}

/** A run of messages that is sent as one, such as two of the same role, is one piece. */
const branchTexts = (branch: readonly Message[]): readonly Text[] =>
  turnsOf(branch, withoutFiles).map(({ messages, params }) => {
    const [first] = messages;
    const files = messages.flatMap(({ parts }) => filesOf(parts));
    return {
      of: 'message',
      role: first?.role ?? 'user',
      ...(first && { messageId: first.id }),
      ...said(params.map(textOfParam).join('\n\n')),
      ...ofFiles(files),
    };
  });

const ofFiles = (files: readonly Pick<StoredFile, 'document' | 'way'>[]) => ({
  uncountedFiles: files.filter(isUncounted).length,
  besides: files.reduce((sum, file) => sum + charactersSent(file), 0),
});

function textOfParam(param: object): string {
  const { role: _, content, ...rest } = param as { readonly role?: unknown; readonly content?: unknown };
  const beside = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return `${typeof content === 'string' ? content : JSON.stringify(content ?? '')}${beside}`;
}

/** The system prompt, and what goes along as JSON: tools and a schema. */
function ofSettings(settings: RunSettings): readonly Text[] {
  const { systemPrompt = '' } = settings;
  const system: readonly Text[] =
    systemPrompt.trim() === ''
      ? []
      : [{ of: 'system', role: 'system', ...said(systemPrompt), uncountedFiles: 0 }];
  const json = (['tools', 'responseFormat'] as const).flatMap((id) => {
    const value = settings[id];
    const setting = chatSettings[id];
    const wire = value === undefined ? undefined : setting.toWire(value as never);
    return typeof wire === 'object' && wire !== null ? [JSON.stringify(wire)] : [];
  });
  return [
    ...system,
    ...json.map((text): Text => ({ of: 'settings', role: 'system', ...said(text), uncountedFiles: 0 })),
  ];
}

const said = (text: string) => ({ text, words: text.slice(0, WORDS).trim() });
