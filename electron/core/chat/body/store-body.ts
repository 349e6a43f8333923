/** Stores a body as a chat: a new one, or a branch of one that is there. Must run in a transaction. */
import type { AppliedBody } from '../../../../shared/commands/body-commands';
import { limits } from '../../../../shared/limits';
import { cutMessages } from '../../modalities/framed-message';
import type { Ports } from '../../ports/ports';
import { type BranchItem, rewriteBranch } from '../rewrite-branch';
import { titleFrom } from '../title';
import type { SentBranch } from './finished-body';
import { planBranch, type Step } from './plan-branch';
import { isRecord, type JsonRecord, type ReadBody } from './read-body';
import { type Build, settingsFrom } from './settings-from-body';

/** The first message as the system prompt of the settings, where it is nothing but a text. */
interface System {
  readonly prompt: string | undefined;
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
  const { role, content } = first ?? {};
  const isText = typeof content === 'string' && content.trim() !== '' && content.isWellFormed();
  const isUsual = isText && role === 'system' && JSON.stringify(first) === JSON.stringify({ role, content });
  const isFit = isUsual && content.length <= limits.systemPromptCharacters && !content.includes('\0');
  const [own] = branch?.turns[0]?.params ?? [];
  const isMessage =
    branch !== null && !sendsSystemPrompt(branch) && JSON.stringify(own) === JSON.stringify(first);
  return isFit && !isMessage ? { prompt: content, rest } : { prompt: undefined, rest: messages };
}

/** Writes the branch and the settings of a body. */
export function storeBranch(
  ports: Pick<Ports, 'storage' | 'clock'>,
  branch: SentBranch,
  { editId, read, build }: { readonly editId: string; readonly read: ReadBody; readonly build: Build },
): AppliedBody {
  const { id: conversationId, model, settings } = branch.conversation;
  const system = systemIn(read.messages, branch);
  const asked = { ...settings, systemPrompt: system.prompt };
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
    : [{ ...cutMessages(step.written, step.isPlain), of: step.of }];

export function storeChat(ports: Ports, newId: string, read: ReadBody, build: Build): void {
  const { conversations } = ports.storage;
  const system = systemIn(read.messages, null);
  const settings = settingsFrom({ systemPrompt: system.prompt }, { ...read.body, messages: [] }, build);
  const createdAt = ports.clock.now();
  const title = titleFrom(firstText(system.rest));
  conversations.create({ id: newId, title, createdAt, model: read.model, settings });
  const leafId = planBranch([], system.rest).rest.reduce<string | null>(
    (parentId, step) => ('written' in step ? storeWritten(ports, newId, parentId, step) : parentId),
    null,
  );
  conversations.setLeaf(newId, leafId, createdAt);
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
