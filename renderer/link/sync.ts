/**
 * Hears the core and asks it for what is to be seen; `chat-actions`, `conversation-actions` and `job-actions` hold
 * what else a person can do. These are the only callers of the bridge.
 *
 * An answer never changes what the core reports; only events and pages do, through `applyEvent`. What an answer does
 * change is the person's own side: a draft is cleared, a new chat becomes the open one.
 */
import type { Conversation } from '../../shared/chat';
import type { AppEvent } from '../../shared/contract';
import { report, useReported } from '../state/core/reported';
import { resumeConfigs, settleConfig } from '../state/ui/config-actions';
import { dropDraft, settleDrafts } from '../state/ui/drafts';
import { settleForms } from '../state/ui/forms';
import { dropConfig, routeOfHash, usePerson } from '../state/ui/person';
import { call, connect } from './call';

export { call } from './call';

const pageSize = 50;

// ---- Hearing the core ----

/** Begins to hear the core; the snapshot follows as soon as events arrive. */
export function start(): void {
  const host = connect();
  host.subscribe(hear);
  host.watch((connection) => {
    usePerson.setState({ connection });
    if (connection === 'open') void synchronise();
  });
  resumeConfigs();
  addEventListener('hashchange', () => {
    const route = routeOfHash(location.hash, usePerson.getState().route.conversationId);
    usePerson.setState({ route, overlay: null });
    if (route.conversationId !== null) void loadConversation(route.conversationId);
  });
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
  if (conversationId !== null) void loadConversation(conversationId);
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
  if (event.type === 'message.changed') settleDrafts(event.message.id);
  if (event.type === 'conversation.changed') settleConversation(event.conversation);
  if (event.type === 'conversation.removed') leave(event.conversationId);
  if (event.type === 'job.changed') settleForms();
  if (event.type === 'archive.restored') void synchronise();
}

function settleConversation({ id, queued }: Conversation): void {
  settleConfig(id);
  for (const waiting of queued) settleDrafts(waiting.id);
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

/** Loads a conversation that the list has not come to yet; one that is gone is left. */
export async function loadConversation(id: string): Promise<void> {
  if (useReported.getState().conversations[id] !== undefined) return;
  const answer = await call('conversations.get', { id });
  if (answer.ok) report({ type: 'conversation.changed', conversation: answer.value });
  else if (answer.error.code === 'not_found') leave(id);
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
