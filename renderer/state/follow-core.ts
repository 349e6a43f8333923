/** Connects the window to the core: reports events, and updates what was waiting for them. */
import type { Conversation } from '../../shared/chat/chat';
import type { AppEvent } from '../../shared/contract';
import { allowReload } from '../lib/until-loaded';
import { followCore } from '../link/sync';
import { report } from './core/core-state';
import { fillGap, loadConversation, readTranscriptEnd } from './core/pages';
import { resumeConfigs, settleConfig } from './ui/config-actions';
import { dropDraft, rescueTyped, settleDrafts } from './ui/drafts';
import { openConversation, showAddress } from './ui/navigation';
import { dropConfig, useUiState } from './ui/ui-state';

/**
 * Subscribes to the core, and follows the window's address.
 * @param drawAtOnce runs a change and draws what it changed before it returns
 */
export function start(drawAtOnce: (change: () => void) => void): void {
  followCore({
    onConnection: (connection) => {
      allowReload(connection === 'open');
      useUiState.setState({ connection });
    },
    readBesides: readOpenTranscript,
    onSnapshot: (snapshot) => {
      useUiState.setState({ startError: null });
      report({ type: 'snapshot.taken', snapshot });
    },
    onFailure: (startError) => useUiState.setState({ startError }),
    onEvent: (event) => onEvent(event, drawAtOnce),
  });
  resumeConfigs();
  addEventListener('hashchange', () => {
    showAddress();
    const { route } = useUiState.getState();
    if (route.conversationId !== null) void findConversation(route.conversationId);
  });
}

async function readOpenTranscript(): Promise<() => void> {
  const { conversationId } = useUiState.getState().route;
  if (conversationId === null) return () => undefined;
  const showPage = await readTranscriptEnd(conversationId);
  return () => {
    showPage();
    void findConversation(conversationId);
  };
}

const retryMs = 1_000;

/** Nothing can be sent in a chat without its record: where it can't be read, it is asked for again. */
async function findConversation(id: string): Promise<void> {
  const isShown = () => useUiState.getState().route.conversationId === id;
  let found = await loadConversation(id);
  while (found === 'failed' && isShown()) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    found = await loadConversation(id);
  }
  if (found === 'deleted') leave(id);
}

function onEvent(event: AppEvent, drawAtOnce: (change: () => void) => void): void {
  // The first words may come together with their message, which is not in the document yet.
  if (event.type === 'message.delta' && event.offset === 0) drawAtOnce(() => report(event));
  else report(event);
  if (event.type === 'message.delta') fillGap(event.conversationId, event.messageId);
  if (event.type === 'message.changed') settleDrafts(event.message.id);
  if (event.type === 'conversation.changed') settleConversation(event.conversation);
  if (event.type === 'conversation.removed') leave(event.conversationId);
}

function settleConversation({ id, queued }: Conversation): void {
  settleConfig(id);
  for (const waiting of queued) settleDrafts(waiting.id);
}

function leave(conversationId: string): void {
  rescueTyped(conversationId);
  dropDraft(conversationId);
  dropConfig(conversationId);
  if (useUiState.getState().route.conversationId === conversationId) openConversation(null);
}
