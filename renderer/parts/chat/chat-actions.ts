/** Sending what is typed: send, queue, stop. What is done with messages that are there is in `reply-actions.ts`. */
import type { CommandInput } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { attemptAfter } from '../../state/idempotent-ask';
import { chatRequest, newMessage } from '../../state/ui/chat-request';
import { type Attempt, type Draft, isAttemptAt, saysSomething } from '../../state/ui/draft-state';
import { draftAccepted, draftOf, setDraft } from '../../state/ui/drafts';
import { openConversation } from '../../state/ui/navigation';
import { NEW_CHAT } from '../../state/ui/route';
import { isReplying } from '../../state/ui/selectors';
import { spend } from '../../state/ui/spending-question';
import { dropConfig, setExtraText, useUiState } from '../../state/ui/ui-state';

/** Where a text comes from and where it is sent. */
interface Target {
  readonly draftKey: string;
  readonly conversationId: string | null;
  /** By default the end of the visible branch. */
  readonly parentId?: string | null;
  /** The message that it is an edit of. */
  readonly editOf?: string;
  /** Settings of this message alone, in place of those of the chat. */
  readonly own?: OwnSettings;
}

export type OwnSettings = Pick<CommandInput<'chat.send'>, 'settings' | 'keepsSettings'>;

/** The text of each further attempt to send while the core was still storing the previous one. */
const askedMeanwhile = new Map<string, readonly string[]>();

/** Sends the typed text, or queues it behind the running reply; sent too early, it follows the message before it. */
export async function submit(key: string): Promise<void> {
  const { sending, text } = draftOf(key);
  if (sending) askedMeanwhile.set(key, [...(askedMeanwhile.get(key) ?? []), text]);
  else if (isReplying(key)) await enqueue(key);
  else await send(key);
}

/** Through the queue, which sends at once where it can: the event that a reply has started may still be on its way. */
async function submitMeanwhile(key: string, sentText: string, restKey = key): Promise<void> {
  const asked = askedMeanwhile.get(key) ?? [];
  askedMeanwhile.delete(key);
  const rests = asked.map((text) => (text.startsWith(sentText) ? text.slice(sentText.length) : text));
  const [next, ...later] = rests.filter((text) => text.trim() !== '');
  if (next === undefined) return;
  askedMeanwhile.set(restKey, later);
  await enqueue(restKey, next);
}

/** Sends a chat's draft. It is cleared once the core has stored it, and stays with the error where it was refused. */
export async function send(key: string): Promise<void> {
  const conversationId = key === NEW_CHAT ? null : key;
  const sent = await sendDraft({ draftKey: key, conversationId });
  if (sent === null) return void askedMeanwhile.delete(key);
  if (conversationId === null) followNewChat(sent.conversationId);
  await submitMeanwhile(key, sent.text, sent.conversationId);
}

/** A new chat has started: text typed since moves to it. */
function followNewChat(conversationId: string): void {
  dropConfig(NEW_CHAT);
  setExtraText(NEW_CHAT, null);
  if (!isShowing(NEW_CHAT)) return;
  const draft = draftOf(NEW_CHAT);
  if (saysSomething(draft)) {
    setDraft(conversationId, { text: draft.text, attachments: draft.attachments });
    setDraft(NEW_CHAT, { text: '', attachments: [] });
  }
  openConversation(conversationId);
}

/** Sends a draft; `null` where it was not sent. */
export async function sendDraft({ draftKey, conversationId, parentId, editOf, own }: Target) {
  const draft = draftOf(draftKey);
  const request = newMessage(conversationId ?? NEW_CHAT, draft);
  if (draft.sending || !saysSomething(draft) || request === null) return null;
  const attempt = beginAttempt(draftKey, draft);
  const input = { ...request, messageId: attempt.messageId, parentId, editOf, ...own };
  const answer = await spend((isConfirmed) => call('chat.send', { ...input, isConfirmed }));
  endAttempt(draftKey, attempt, answer);
  // Calls of tools are answered meanwhile: what was typed follows the reply that comes of them.
  if (answer?.ok === false && answer.error.code === 'busy' && draftKey === conversationId)
    await enqueue(conversationId);
  if (answer?.ok !== true) return null;
  useUiState.setState({ lastModel: request.model });
  noteTurn();
  return { conversationId: answer.value.conversationId, text: attempt.text };
}

/** Queues a chat's draft, or the beginning of it, until the running reply has ended. */
async function enqueue(conversationId: string, wanted?: string): Promise<void> {
  const draft = draftOf(conversationId);
  const asked = { ...draft, text: wanted ?? draft.text };
  const request = chatRequest(conversationId, asked);
  if (draft.sending || !saysSomething(asked) || request === null) return;
  const attempt = beginAttempt(conversationId, asked);
  const { messageId } = attempt;
  const answer = await call('chat.enqueue', { ...request, conversationId, messageId });
  endAttempt(conversationId, attempt, answer);
  if (answer.ok) await submitMeanwhile(conversationId, attempt.text);
  else askedMeanwhile.delete(conversationId);
}

/** The id is made once for exactly this text, so that a retry sends nothing twice. */
function beginAttempt(key: string, draft: Draft): Attempt {
  const { attempt: before, text, attachments } = draft;
  const attempt =
    before !== undefined && isAttemptAt(before, draft)
      ? before
      : { messageId: crypto.randomUUID(), text, attachments };
  setDraft(key, { attempt, sending: true, error: undefined });
  return attempt;
}

function endAttempt(key: string, attempt: Attempt, answer: Envelope<unknown> | null): void {
  setDraft(key, { sending: false });
  if (answer?.ok === true) draftAccepted(key, attempt);
  if (answer === null || answer.ok) return;
  setDraft(key, { error: answer.error, attempt: attemptAfter(attempt, answer) });
}

function isShowing(key: string): boolean {
  const { tab, conversationId } = useUiState.getState().route;
  return tab === 'chat' && (conversationId ?? NEW_CHAT) === key;
}

/** Stops every reply of the conversation. */
export async function stop(conversationId: string): Promise<void> {
  const streaming = useCoreState.getState().conversations[conversationId]?.streamingMessageIds ?? [];
  await Promise.all(streaming.map((messageId) => call('chat.stop', { messageId })));
}

/** Counts a turn that the core accepted: what shows the end of the chat follows it. */
export function noteTurn(): void {
  useUiState.setState(({ turns }) => ({ turns: turns + 1 }));
}
