/**
 * What a person can do: the only caller of the bridge.
 *
 * An answer never changes what the core reports; only events and pages do, through `applyEvent`. What an answer does
 * change is the person's own side: a draft is cleared, a new chat becomes the open one.
 */
import type { AppEvent, CommandInput, CommandName, CommandResult } from '../shared/contract';
import type { Envelope } from '../shared/errors';
import { connectHost, type Host } from './bridge';
import { sameSettings } from './lib/same-settings';
import { settleForms } from './store/forms';
import {
  dropConfig,
  dropDraft,
  emptyDraft,
  NEW_CHAT,
  type PendingConfig,
  routeOfHash,
  setConfig,
  setDraft,
  setExtraText,
  usePerson,
} from './store/person';
import { report, useReported } from './store/reported';
import { chosenModel, chosenSettings } from './store/selectors';

const pageSize = 50;
const configureDelayMs = 400;

let host: Host;

/** Gives a command to the core. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Envelope<CommandResult<Name>>> {
  return (await host.call(name, input)) as Envelope<CommandResult<Name>>;
}

// ---- Hearing the core ----

/** Begins to hear the core; the snapshot follows as soon as events arrive. */
export function start(): void {
  host = connectHost();
  host.subscribe(hear);
  host.watch((connection) => {
    usePerson.setState({ connection });
    if (connection === 'open') void synchronise();
  });
  addEventListener('hashchange', () =>
    usePerson.setState(({ route }) => ({
      route: routeOfHash(location.hash, route.conversationId),
      overlay: null,
    })),
  );
}

/** Events that arrive while the snapshot is on its way; `null` when none is. */
let heldBack: AppEvent[] | null = null;
let round = 0;

/** Takes the snapshot and the open transcript, shows both at once, then what happened meanwhile. */
export async function synchronise(): Promise<void> {
  const mine = ++round;
  heldBack = [];
  const snapshot = await call('app.snapshot', {});
  const { conversationId } = usePerson.getState().route;
  const page = conversationId === null ? null : await fetchPage(conversationId, null);
  if (mine !== round) return;
  const missed = heldBack;
  heldBack = null;
  usePerson.setState({ startError: snapshot.ok ? null : snapshot.error });
  if (!snapshot.ok) return;
  report({ type: 'snapshot.taken', snapshot: snapshot.value });
  if (page?.ok) report({ type: 'messages.paged', page: page.value });
  settleForms();
  for (const event of missed) hear(event);
}

function hear(event: AppEvent): void {
  if (heldBack !== null) {
    heldBack.push(event);
    return;
  }
  report(event);
  if (event.type === 'message.delta') fillGap(event.conversationId, event.messageId);
  if (event.type === 'message.changed') settleDraft(event.message.id);
  if (event.type === 'conversation.changed') settleConfig(event.conversation.id);
  if (event.type === 'conversation.removed') leave(event.conversationId);
  if (event.type === 'job.changed') settleForms();
}

/** A message that is on record needs no retry, even where the answer that said so was lost. */
function settleDraft(messageId: string): void {
  for (const [key, draft] of Object.entries(usePerson.getState().drafts)) {
    if (draft.attempt?.messageId === messageId && !draft.sending) accepted(key, draft.attempt.text);
  }
}

function leave(conversationId: string): void {
  dropDraft(conversationId);
  dropConfig(conversationId);
  if (usePerson.getState().route.conversationId === conversationId) openConversation(null);
}

// ---- Pages ----

const underWay = new Set<string>();

const fetchPage = (conversationId: string, beforeId: string | null) =>
  call('messages.page', { conversationId, beforeId, limit: pageSize });

/** Loads a stretch of a transcript: its end, or what lies above `beforeId`. One at a time for each. */
export async function loadMessages(conversationId: string, beforeId: string | null): Promise<void> {
  const key = `${conversationId}/${beforeId}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  const page = await fetchPage(conversationId, beforeId);
  underWay.delete(key);
  if (page.ok) report({ type: 'messages.paged', page: page.value });
}

function fillGap(conversationId: string, messageId: string): void {
  const live = useReported.getState().live[messageId];
  if (live !== undefined && live.pending.length > 0) void loadMessages(conversationId, null);
}

/** Loads more of the list of conversations; does nothing at its end. */
export async function loadConversations(): Promise<void> {
  const cursor = useReported.getState().listCursor;
  if (cursor === null || underWay.has('conversations')) return;
  underWay.add('conversations');
  const page = await call('conversations.list', { cursor, limit: pageSize });
  underWay.delete('conversations');
  if (page.ok) report({ type: 'conversations.paged', page: page.value });
}

// ---- Going somewhere ----

export function openTab(tab: string): void {
  const { conversationId } = usePerson.getState().route;
  location.hash = conversationId === null ? `#/${tab}` : `#/${tab}/${conversationId}`;
}

/** Shows a conversation, or the beginning of a new one. */
export function openConversation(conversationId: string | null): void {
  location.hash = conversationId === null ? '#/chat' : `#/chat/${conversationId}`;
}

// ---- Chat ----

/** Sends the draft; it is cleared once the core has stored it, and stays with the reason where it was refused. */
export async function send(key: string): Promise<void> {
  const draft = usePerson.getState().drafts[key] ?? emptyDraft;
  const model = chosenModel(key);
  if (draft.sending || draft.text.trim() === '' || model === null) return;
  const attempt =
    draft.attempt?.text === draft.text ? draft.attempt : { messageId: crypto.randomUUID(), text: draft.text };
  setDraft(key, { attempt, sending: true, error: undefined });
  const answer = await call('chat.send', {
    conversationId: key === NEW_CHAT ? null : key,
    messageId: attempt.messageId,
    text: attempt.text,
    model,
    settings: chosenSettings(key),
  });
  setDraft(key, { sending: false });
  if (!answer.ok) {
    // Only an unreachable host leaves it open whether the message was taken; all others are a clear no.
    const keepId = answer.error.code === 'host_unreachable';
    setDraft(key, { error: answer.error, attempt: keepId ? attempt : undefined });
    return;
  }
  usePerson.setState(({ turns }) => ({ lastModel: model, turns: turns + 1 }));
  accepted(key, attempt.text);
  if (key !== NEW_CHAT) return;
  dropConfig(NEW_CHAT);
  setExtraText(NEW_CHAT, null);
  if (isShowing(NEW_CHAT)) openConversation(answer.value.conversationId);
}

/** Clears what was sent and leaves what was typed since. */
function accepted(key: string, sentText: string): void {
  const { text } = usePerson.getState().drafts[key] ?? emptyDraft;
  if (text === sentText) dropDraft(key);
  else
    setDraft(key, {
      attempt: undefined,
      text: text.startsWith(sentText) ? text.slice(sentText.length) : text,
    });
}

function isShowing(key: string): boolean {
  const { tab, conversationId } = usePerson.getState().route;
  return tab === 'chat' && (conversationId ?? NEW_CHAT) === key;
}

/** Stops every reply of the conversation. */
export async function stop(conversationId: string): Promise<void> {
  const streaming = useReported.getState().conversations[conversationId]?.streamingMessageIds ?? [];
  await Promise.all(streaming.map((messageId) => call('chat.stop', { messageId })));
}

/** Ids of new replies that were asked for and not yet granted, by the reply they stand beside. */
const askedReplies = new Map<string, string>();

export async function regenerate(conversationId: string, messageId: string) {
  await flushConfig(conversationId);
  const replyId = askedReplies.get(messageId) ?? crypto.randomUUID();
  askedReplies.set(messageId, replyId);
  const answer = await call('chat.regenerate', { messageId, replyId });
  if (answer.ok || answer.error.code !== 'host_unreachable') askedReplies.delete(messageId);
  if (answer.ok) usePerson.setState(({ turns }) => ({ turns: turns + 1 }));
  return answer;
}

// ---- Model and run settings ----

const configTimers = new Map<string, ReturnType<typeof setTimeout>>();

/** Chooses model or settings: shown at once, kept with the conversation shortly after. */
export function configure(key: string, change: Pick<PendingConfig, 'model' | 'settings'>): void {
  setConfig(key, { ...change, error: undefined });
  if (change.model !== undefined) usePerson.setState({ lastModel: change.model });
  if (key === NEW_CHAT) return;
  clearTimeout(configTimers.get(key));
  configTimers.set(
    key,
    setTimeout(() => void flushConfig(key), configureDelayMs),
  );
}

async function flushConfig(key: string): Promise<void> {
  const pending = usePerson.getState().configs[key];
  clearTimeout(configTimers.get(key));
  if (key === NEW_CHAT || !configTimers.delete(key) || pending === undefined) return;
  const { model, settings } = pending;
  const answer = await call('conversations.configure', { id: key, model, settings });
  if (!answer.ok) setConfig(key, { error: answer.error });
}

/** What the core has taken over is no longer pending. */
function settleConfig(key: string): void {
  const pending = usePerson.getState().configs[key];
  const reported = useReported.getState().conversations[key];
  if (pending === undefined || reported === undefined || configTimers.has(key)) return;
  const { model, settings } = pending;
  if (model !== undefined && model !== reported.model) return;
  if (settings === undefined || sameSettings(settings, reported.settings)) dropConfig(key);
}
