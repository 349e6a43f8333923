/** Stores a body as a chat: a new one, or a branch of one that is there. Must run in a transaction. */
import { type CacheTime, markFor, withLastFields } from '../../../../shared/chat/cache-points';
import type { Conversation, Message } from '../../../../shared/chat/chat';
import { written } from '../../../../shared/chat/written-parts';
import type { AppliedBody } from '../../../../shared/commands/body-commands';
import { limits } from '../../../../shared/limits';
import { cutMessages, isPlainMessage } from '../../modalities/framed-message';
import type { SentTurn } from '../../modalities/sent-history';
import type { Ports } from '../../ports/ports';
import { type BranchItem, rewriteBranch } from '../rewrite-branch';
import { titleFrom } from '../title';
import type { SentBranch } from './finished-body';
import { isRecord, type JsonRecord, type ReadBody } from './read-body';
import { type Build, settingsFrom } from './settings-from-body';

/** The first message as the system prompt of the settings, where it is nothing but a text. */
interface System {
  readonly prompt: string | undefined;
  readonly cache: CacheTime | undefined;
  readonly rest: readonly JsonRecord[];
}

/** Whether the system prompt of the settings is what a branch sends first. */
export const sendsSystemPrompt = ({ conversation, body, turns }: SentBranch): boolean => {
  const sent = Array.isArray(body.messages) ? body.messages.length : 0;
  return (
    conversation.settings.systemPrompt !== undefined && sent > turns.flatMap(({ params }) => params).length
  );
};

function systemIn(messages: readonly JsonRecord[], branch: SentBranch | null): System {
  const [first, ...rest] = messages;
  const { role } = first ?? {};
  const { text: content, cache } = saidIn(first?.content);
  const isText = content !== undefined && content.trim() !== '' && content.isWellFormed();
  const isUsual =
    isText &&
    role === 'system' &&
    JSON.stringify(first) === JSON.stringify({ role, content: contentWith(content, cache) });
  const isFit = isUsual && content.length <= limits.systemPromptCharacters && !content.includes('\0');
  const [own] = branch?.turns[0]?.params ?? [];
  const isMessage =
    branch !== null && !sendsSystemPrompt(branch) && JSON.stringify(own) === JSON.stringify(first);
  if (!isFit || isMessage) return { prompt: undefined, cache: undefined, rest: messages };
  // Where the model takes no cache point, the body says nothing of it.
  const kept = branch === null || isMarked(branch) ? undefined : branch.conversation.settings.systemCache;
  return { prompt: content, cache: cache ?? kept, rest };
}

/** The system prompt as it is sent with a cache point of the settings. */
const contentWith = (text: string, cache: CacheTime | undefined): unknown =>
  cache === undefined ? text : withLastFields({ content: text as unknown }, markFor(cache)).content;

/** A text, and the time of its cache point where it has one that the settings can hold. */
function saidIn(content: unknown): { readonly text?: string; readonly cache?: CacheTime } {
  if (typeof content === 'string') return { text: content };
  const [part] = Array.isArray(content) && content.length === 1 ? (content as unknown[]) : [];
  if (!isRecord(part) || typeof part.text !== 'string') return {};
  const { ttl = '5m' } = isRecord(part.cache_control) ? part.cache_control : {};
  return { text: part.text, ...((ttl === '5m' || ttl === '1h') && { cache: ttl }) };
}

const isMarked = ({ body }: SentBranch): boolean => {
  const [first] = Array.isArray(body.messages) ? (body.messages as readonly JsonRecord[]) : [];
  return saidIn(first?.content).cache !== undefined;
};

/** Writes the branch and the settings of a body. */
export function storeBranch(
  ports: Pick<Ports, 'storage' | 'clock'>,
  branch: SentBranch,
  { editId, read, build }: { readonly editId: string; readonly read: ReadBody; readonly build: Build },
): AppliedBody {
  const { id: conversationId, model, settings } = branch.conversation;
  const system = systemIn(read.messages, branch);
  const asked = { ...settings, systemPrompt: system.prompt, systemCache: system.cache };
  const next = settingsFrom(asked, { ...read.body, messages: [] }, build);
  const { kept, rest } = planBranch(branch.turns, system.rest);
  const isSame = rest.length === 0 && kept.length === branch.turns.length;
  ports.storage.conversations.configure(conversationId, { settings: next, model: read.model ?? model });
  const last = kept.at(-1)?.messages.at(-1);
  // With those of which nothing is sent.
  const stays = branch.history.slice(0, branch.history.findIndex(({ id }) => id === last?.id) + 1);
  const after = [...stays.map((message) => ({ kept: message })), ...rest.flatMap(itemsOf)];
  const change = { id: editId, conversationId, kind: 'rewrite', before: branch.history, after } as const;
  return { edit: isSame ? null : rewriteBranch(ports, change), before: { model, settings } };
}

const itemsOf = (step: Step): readonly BranchItem[] =>
  'copied' in step
    ? step.copied.map((message) => ({ kept: message }))
    : [{ ...withUnsent(cutMessages(step.written, step.isPlain), step), of: step.of }];

/**
 * Of a changed text stays what its message had besides and nothing was sent of: calls without a result, images that came
 * with it, sources, thinking. A message that has a frame says all that it is.
 */
function withUnsent(
  changed: ReturnType<typeof cutMessages>,
  { isPlain, of, wasPlain }: Extract<Step, { readonly written: unknown }>,
): ReturnType<typeof cutMessages> {
  if (!isPlain || !wasPlain || of === undefined) return changed;
  const before = written(of.parts).filter(({ type }) => type !== 'fields');
  const at = before.findIndex(({ type }) => type === 'text');
  const others = before.filter((part) => part.type !== 'text' && !('file' in part));
  const place = at === -1 ? others.length : before.slice(0, at).filter((one) => others.includes(one)).length;
  const parts = [...others.slice(0, place), ...changed.parts, ...others.slice(place)];
  return { role: changed.role, parts: parts.map((part, number) => ({ ...part, number: number + 1 })) };
}

export function storeChat(ports: Ports, newId: string, read: ReadBody, build: Build): void {
  const system = systemIn(read.messages, null);
  const asked = { systemPrompt: system.prompt, systemCache: system.cache };
  const settings = settingsFrom(asked, { ...read.body, messages: [] }, build);
  const title = titleFrom(firstText(system.rest));
  storeMessages(ports, { id: newId, title, model: read.model, settings }, system.rest);
}

/** A new chat that begins with these messages. */
export function storeMessages(
  ports: Ports,
  chat: Pick<Conversation, 'id' | 'title' | 'model' | 'settings'>,
  messages: readonly JsonRecord[],
): void {
  const { conversations } = ports.storage;
  const createdAt = ports.clock.now();
  conversations.create({ ...chat, createdAt });
  const leafId = planBranch([], messages).rest.reduce<string | null>(
    (parentId, step) => ('written' in step ? storeWritten(ports, chat.id, parentId, step) : parentId),
    null,
  );
  conversations.setLeaf(chat.id, leafId, createdAt);
}

/** @returns its id */
function storeWritten(
  { storage, clock }: Ports,
  conversationId: string,
  parentId: string | null,
  { written, isPlain }: Extract<Step, { readonly written: unknown }>,
): string {
  const id = clock.newId();
  storage.messages.insert({
    ...cutMessages(written, isPlain),
    id,
    conversationId,
    parentId,
    status: 'complete',
    model: null,
    profileId: null,
    idempotencyKey: null,
    createdAt: clock.now(),
  });
  return id;
}

/** What a person asked first, for the title. */
function firstText(messages: readonly JsonRecord[]): string {
  const { content } = messages.find(({ role }) => role === 'user') ?? {};
  const texts = (Array.isArray(content) ? content : [content]).map((one) => (isRecord(one) ? one.text : one));
  return texts.find((one): one is string => typeof one === 'string') ?? '';
}

/** Which messages of a branch stay, are copied or are new, once the messages of its body were edited. */
type Turn = SentTurn<Message>;

/** The messages above the first change stay what they are; below it a branch needs messages of its own. */
interface BranchPlan {
  readonly kept: readonly Turn[];
  readonly rest: readonly Step[];
}

type Step =
  | { readonly copied: readonly Message[] }
  | {
      /** One stored message: a single one, or the results of a round of tools. */
      readonly written: readonly JsonRecord[];
      readonly isPlain: boolean;
      /** The message of its role that was there before, if one was. */
      readonly of: Message | undefined;
      /** Whether a role and a text were all that was sent of it. */
      readonly wasPlain: boolean;
    };

/** @param turns of the branch as it is, in its order */
function planBranch(turns: readonly Turn[], wanted: readonly JsonRecord[]): BranchPlan {
  const texts = wanted.map((one) => JSON.stringify(one));
  const wires = turns.map(({ params }) => params.map((one) => JSON.stringify(one)));
  const isAt = (turn: number, at: number): boolean => {
    const own = wires[turn] ?? [];
    return own.length > 0 && own.every((wire, index) => wire === texts[at + index]);
  };
  let [at, turn] = [0, 0];
  while (turn < turns.length && isAt(turn, at)) {
    at += wires[turn]?.length ?? 0;
    turn += 1;
  }
  const kept = turns.slice(0, turn);
  const steps: Step[] = [];
  while (at < wanted.length) {
    const found = wires.findIndex((_, index) => index >= turn && isAt(index, at));
    const before = turns[turn];
    const step = found === -1 ? writtenAt(wanted, at, before) : { copied: turns[found]?.messages ?? [] };
    steps.push(step);
    at += 'written' in step ? step.written.length : (wires[found]?.length ?? 1);
    // A changed message takes the place of one; a new one of another role does not.
    if (found !== -1) turn = found + 1;
    else if ('of' in step && step.of !== undefined) turn += 1;
  }
  return { kept, rest: steps };
}

const isResult = (message: JsonRecord | undefined): boolean =>
  message?.role === 'tool' && typeof message.tool_call_id === 'string';

/** The message there, with the results of tools that follow a result. */
function writtenAt(wanted: readonly JsonRecord[], at: number, turn: Turn | undefined): Step {
  let end = at + 1;
  while (isResult(wanted[at]) && isResult(wanted[end])) end += 1;
  const before = turn?.messages.at(-1);
  const of = before?.role === wanted[at]?.role ? before : undefined;
  const [param, ...more] = (turn?.params ?? []) as readonly JsonRecord[];
  const wasPlain = param !== undefined && more.length === 0 && isPlainMessage(param);
  return { written: wanted.slice(at, end), isPlain: isPlain(wanted, at), of, wasPlain };
}

/** Neighbors of one role that are no frames would be joined. */
function isPlain(wanted: readonly JsonRecord[], at: number): boolean {
  const message = wanted[at];
  if (message === undefined || !isPlainMessage(message)) return false;
  return wanted[at - 1]?.role !== message.role && wanted[at + 1]?.role !== message.role;
}
