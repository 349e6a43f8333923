/** Which profile pays for a call: the active one, but a column of a comparison stays with its own. */
import type { JobOwner } from '../../../shared/chat/owner';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { Ports } from '../ports/ports';

type Read = Pick<Ports, 'storage'>;

export function profileOfChatCall(ports: Read, conversationId: string | null, activeId: string): string {
  const { conversations, messages } = ports.storage;
  const owner = conversationId === null ? null : (conversations.get(conversationId)?.owner ?? null);
  return columnProfile(ports, owner, () => messages.lastProfileId(conversationId ?? ''), activeId);
}

export function profileOfRetry(
  ports: Read,
  { owner, profileId }: { readonly owner: JobOwner | null; readonly profileId: string },
  activeId: string,
): string {
  return columnProfile(ports, owner, () => profileId, activeId);
}

function columnProfile(
  { storage }: Read,
  owner: JobOwner | null,
  own: () => string | null,
  activeId: string,
): string {
  if (owner?.kind !== 'comparison') return activeId;
  const id = own();
  if (id === null) return activeId;
  const isThere = id === SANDBOX_PROFILE_ID || storage.profiles.get(id) !== undefined;
  return isThere ? id : activeId;
}
