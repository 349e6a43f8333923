import { filesOf, jobsOf } from '../../../shared/chat/parts';
import type { StoredFile } from '../../../shared/media/files';
import type { MediaItem } from '../../../shared/media/media';
import { focusSoon } from '../../lib/focus';
import { focusLater } from '../../lib/focus-later';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { transcriptOf } from '../../state/core/selectors';
import { openConversation } from '../../state/ui/navigation';
import { showProblem } from '../../state/ui/problem';
import { NEW_CHAT } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { attachFromLibrary, attachStored } from '../composer/attachments';
import { messageIdAt } from './message-at';

/** What a message holds beside its text: files that were sent, and results of the library. */
interface MessageMedia {
  readonly files: readonly StoredFile[];
  readonly items: readonly MediaItem[];
}

function mediaOf(messageId: string): MessageMedia {
  const { messages, jobs, media } = useCoreState.getState();
  const parts = messages[messageId]?.parts ?? [];
  const results = jobsOf(parts).flatMap(({ id }) => jobs[id]?.media ?? []);
  const items = results.flatMap(({ id }) => media[id] ?? []);
  return { files: filesOf(parts), items: items.filter(({ isMissing }) => !isMissing) };
}

const hasMedia = (messageId: string): boolean => {
  const { files, items } = mediaOf(messageId);
  return files.length + items.length > 0;
};

/** The message with the focus, otherwise the last one that holds any media; `null` where none does. */
export function messageWithMedia(conversationId: string): string | null {
  const { conversations, messages } = useCoreState.getState();
  const { ids } = transcriptOf(messages, conversations[conversationId]?.leafId ?? null);
  const focused = messageIdAt(document.activeElement);
  if (ids.includes(focused) && hasMedia(focused)) return focused;
  return ids.findLast(hasMedia) ?? null;
}

/** Attaches all media of that message to the next one; their bytes stay with the core. */
export async function attachMediaOf(conversationId: string): Promise<void> {
  const messageId = messageWithMedia(conversationId);
  if (messageId === null) return;
  const focusComposer = focusLater('composer');
  const { files, items } = mediaOf(messageId);
  const refusals: (string | null)[] = files.map((file) => attachStored(conversationId, file));
  for (const { id } of items) refusals.push(await attachFromLibrary(conversationId, id));
  report(refusals, focusComposer);
}

/** Attaches one result to the next message. */
export async function attachResult(conversationId: string, { id }: MediaItem): Promise<void> {
  const focusComposer = focusLater('composer');
  report([await attachFromLibrary(conversationId, id)], focusComposer);
}

/** Opens the chat tab with a result attached to the next message of its open chat. */
export async function takeToChat({ id }: MediaItem): Promise<void> {
  const { conversationId } = useUiState.getState().route;
  const answer = await attachFromLibrary(conversationId ?? NEW_CHAT, id);
  if (answer === null) openConversation(conversationId);
  report([answer], () => focusSoon('composer'));
}

function report(answers: readonly (string | null)[], focusComposer: () => void): void {
  const [refusal] = answers.filter((one) => one !== null);
  const added = answers.filter((one) => one === null).length;
  if (added > 0) announce(added === 1 ? 'File added to the next message' : `${added} files added`);
  if (refusal !== undefined)
    showProblem('Couldn’t use it in the next message', { code: 'invalid_input', message: refusal });
  else focusComposer();
}
