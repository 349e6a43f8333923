import { laterLimits } from '../../../shared/calls/later-limits';
import type { Conversation, Message } from '../../../shared/chat/chat';
import {
  type ConversationFile,
  conversationFileSchema,
  conversationFormat,
  conversationFormatVersion,
  type PartInFile,
} from '../../../shared/chat/conversation-file';
import { isFilePart, isRawPart, isResultPart, isTextPart, type Part } from '../../../shared/chat/parts';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError, type AppErrorData } from '../../../shared/errors';
import { safeFileName } from '../../../shared/media/file-name';
import { refTo } from '../../../shared/media/files';
import type { ResultKind } from '../../../shared/media/media';
import { type Cost, costFields, toCost } from '../../../shared/money/cost';
import { fromAmount, toCharge } from '../../../shared/money/money';
import { moneyUnits, units } from '../../../shared/money/money-units';
import { holdFields } from '../../../shared/run/held-fields';
import { withoutLoop } from '../../../shared/run/without-loop';
import { JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import { wrongValueWords } from '../../../shared/text/wrong-value';
import { WHOLE_BRANCH } from '../chat/plan';
import type { EventBus } from '../events';
import { fileLine } from '../modalities/message-content';
import type { MessageStore } from '../ports/chat';
import type { Ports } from '../ports/ports';
import { keepSettingsOf, settingsForFile } from './settings-in-files';
import { toMarkdown } from './to-markdown';

type FileMessage = ConversationFile['messages'][number];

/** Writes one conversation to a file and reads it back. */
export function createConversationFiles(ports: Pick<Ports, 'storage' | 'clock'>, events: EventBus) {
  const { conversations, messages } = ports.storage;
  return {
    export({ id, format }: CheckedInput<'conversations.export'>) {
      const conversation = conversations.get(id);
      if (!conversation) throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
      if (format === 'json') {
        const file = toFile(conversation, messages.tree(id), messages);
        return {
          text: `${JSON.stringify(file, null, 2)}\n`,
          fileName: safeFileName(conversation.title, 'json'),
        };
      }
      const { leafId } = conversation;
      const branch = leafId === null ? [] : messages.pathEndingIn(id, leafId, WHOLE_BRANCH).messages;
      return { text: toMarkdown(conversation, branch), fileName: safeFileName(conversation.title, 'md') };
    },
    import({ json }: CheckedInput<'conversations.import'>) {
      const conversationId = store(ports, parse(json));
      const conversation = conversations.get(conversationId);
      if (conversation) events.emit({ type: 'conversation.changed', conversation });
      return { conversationId };
    },
  };
}

function toFile(
  conversation: Conversation,
  tree: readonly Message[],
  kept: Pick<MessageStore, 'logprobs' | 'askedFormat' | 'askedSettings' | 'beginning'>,
): ConversationFile {
  const { title, createdAt, model, settings, leafId } = conversation;
  const asked = settingsForFile(tree, kept.askedSettings);
  return {
    format: conversationFormat,
    formatVersion: conversationFormatVersion,
    title,
    createdAt,
    model,
    settings,
    leafId,
    ...formatsForFile(tree, kept.askedFormat),
    ...asked.ofFile,
    messages: tree.map((message) => ({
      id: message.id,
      parentId: message.parentId,
      role: message.role,
      text: message.text,
      ...partsForFile(message),
      change: message.change,
      model: message.model,
      createdAt: message.createdAt,
      status: message.status === 'streaming' ? 'interrupted' : message.status,
      finishedAt: message.finishedAt,
      finishReason: message.finishReason,
      error: message.error && reasonOf(message.error),
      askedFormat: message.askedFormat,
      askedSettings: asked.keyOf(message),
      begunCharacters: (message.role === 'assistant' && kept.beginning(message)) || undefined,
      usage: message.usage,
      prices: message.prices,
      thinkingMs: message.thinkingMs,
      firstTokenMs: message.firstTokenMs,
      totalMs: message.totalMs,
      ...(message.hasLogprobs === true && {
        logprobs: [...kept.logprobs(message.id)] as FileMessage['logprobs'],
      }),
      answeredModel: message.answeredModel,
      ...costFields(message.cost, ({ unit, amount }) => fromAmount(amount, unit)),
    })),
  };
}

/** Each once, however many replies were asked with it. */
function formatsForFile(
  tree: readonly Message[],
  formatOf: MessageStore['askedFormat'],
): Pick<ConversationFile, 'askedFormats'> {
  const oneOf = new Map(tree.flatMap(({ id, askedFormat: key }) => (key === undefined ? [] : [[key, id]])));
  const formats = [...oneOf].map(([key, id]) => [key, formatOf(id)] as const);
  const askedFormats = Object.fromEntries(
    formats.flatMap(([key, format]) => (format ? [[key, format]] : [])),
  );
  return Object.keys(askedFormats).length === 0 ? {} : { askedFormats };
}

/** What is shown of it; the rest is about a request of this computer. */
const reasonOf = ({ code, message, outcomeUnknown }: AppErrorData) => ({
  code: code.slice(0, 200),
  message,
  ...(outcomeUnknown === true && { outcomeUnknown }),
});

/** @throws AppError `invalid_input` that says what the file is, or which field is wrong. */
function parse(json: string): ConversationFile {
  const value = parseObject(json);
  if (value?.format !== conversationFormat) throw refusal('it is not a conversation exported by Gatehouse');
  if (Number(value.formatVersion) > conversationFormatVersion)
    throw refusal('it was made by a newer Gatehouse; update this one first');
  const checked = conversationFileSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw refusal(wrongValueWords(issue));
}

const refusal = (why: string) =>
  new AppError({ code: 'invalid_input', field: 'json', message: `Couldn’t import this file: ${why}.` });

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const bounds = { maxCharacters: laterLimits.conversationFileCharacters };
    return parseBoundedJson(json, bounds) as Record<string, unknown> | null;
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw refusal(`it ${cause.message}`);
    throw cause;
  }
}

/**
 * Stores the messages under new ids. A parent must come before its children: any other parent is read as none, so no
 * cycle can form.
 */
function store({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, file: ConversationFile): string {
  const { conversations, messages } = storage;
  const conversationId = clock.newId();
  const ids = new Map<string, string>();
  storage.transaction(() => {
    const { title, createdAt, model, settings } = file;
    conversations.create({
      id: conversationId,
      title,
      createdAt,
      model,
      settings: holdFields(withoutLoop(settings)),
    });
    conversations.rename(conversationId, title, true);
    for (const [key, format] of Object.entries(file.askedFormats ?? {}))
      messages.keepFormat(conversationId, key, format);
    for (const message of file.messages) {
      const { role, status, change, createdAt: at } = message;
      const id = clock.newId();
      const parentId = ids.get(message.parentId ?? '') ?? null;
      ids.set(message.id, id);
      const parts = partsOfFile(message, (sha256) => storage.files.get(sha256)?.kind ?? null);
      messages.insert({
        id,
        conversationId,
        parentId,
        role,
        parts,
        status,
        createdAt: at,
        change,
        model: message.model,
        profileId: null,
        idempotencyKey: null,
        askedFormat: message.askedFormat,
        ...(role === 'assistant' && { statedCost: statedCostOf(message) }),
      });
      messages.update({ ...message, id, parts, requestId: null });
      keepSettingsOf(messages, { file, message, to: { id, conversationId } });
      if (message.begunCharacters) messages.noteBeginning({ id, conversationId }, message.begunCharacters);
    }
    const leafId = ids.get(file.leafId ?? '') ?? ids.get(file.messages.at(-1)?.id ?? '') ?? null;
    conversations.setLeaf(conversationId, leafId, lastUsed(file, clock.now()));
  });
  return conversationId;
}

/** An imported chat keeps its place in the history; a clock that was ahead moves none above those of today. */
const lastUsed = ({ createdAt, messages }: ConversationFile, now: number): number =>
  messages.reduce((last, one) => Math.min(now, Math.max(last, one.createdAt)), Math.min(now, createdAt));

/** What can't be a charge is unknown. */
const statedCostOf = (message: FileMessage): Cost | null =>
  toCost(Object.fromEntries(moneyUnits.map((unit) => [unit, toCharge(message[units[unit].field], unit)])));

// The parts of a message in a chat file, and back.

/**
 * A message of nothing but one text needs no parts. What came with a reply stays in the library: texts on its two sides
 * are one in the file.
 */
function partsForFile({ parts }: Pick<Message, 'parts'>): Pick<FileMessage, 'parts'> {
  const own: PartInFile[] = [];
  for (const [at, part] of parts.entries()) {
    const last = own.at(-1);
    const before = parts[at - 1];
    const goesOn =
      before !== undefined && isResultPart(before) && isTextPart(part) && last?.type === part.type;
    if (goesOn && last !== undefined && 'text' in last) last.text += part.text;
    else own.push(...partInFile(part));
  }
  return own.every(({ type }) => type === 'text') && own.length <= 1 ? {} : { parts: own };
}

function partInFile(part: Part): readonly PartInFile[] {
  if (isTextPart(part)) return [{ type: part.type, text: part.text }];
  if (isFilePart(part)) {
    const { id: sha256, ...use } = refTo(part.file);
    return [{ type: part.type, sha256, ...use }];
  }
  return isRawPart(part) ? [{ type: part.type, raw: part.raw as never }] : [];
}

/**
 * The parts as they are stored: files that are here, and for each of the others a line that names it.
 * @param kindOf the kind of the file of this SHA-256, by its bytes; `null` where it is not stored
 */
function partsOfFile(
  message: FileMessage,
  kindOf: (sha256: string) => ResultKind | null,
): readonly WrittenPart[] {
  const stored = (message.parts ?? flatParts(message)).map((part): WithoutNumber<WrittenPart> => {
    if (!('sha256' in part)) return part;
    const { type, sha256: id, name, way } = part;
    const kind = kindOf(id);
    if (kind === null) return { type: 'text', text: fileLine({ kind: type, name }) };
    return { type: kind, file: refTo({ id, name, way }) };
  });
  return stored.map((part, at) => ({ ...part, number: at + 1 }));
}

type WithoutNumber<One> = One extends WrittenPart ? Omit<One, 'number'> : never;

/** What a file without parts says, in the order in which it was shown. */
function flatParts({ text, reasoning = '', refusal, attachments = [] }: FileMessage): readonly PartInFile[] {
  const texts = { reasoning, text, refusal: refusal ?? '' };
  const said = (type: keyof typeof texts): readonly PartInFile[] =>
    texts[type] === '' ? [] : [{ type, text: texts[type] }];
  const images = attachments.map((file) => ({ ...file, type: 'image' as const }));
  return [...said('reasoning'), ...said('text'), ...images, ...said('refusal')];
}
