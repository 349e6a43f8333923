/** Which profile pays for a call: the active one, but a column of a comparison stays with its own. */
import type { JobOwner } from '../../../shared/chat/owner';
import type { ProfileMoney } from '../../../shared/money/money';
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

/** How the gateway of a profile charges. */
export type MoneyOf = (profileId: string) => ProfileMoney;

const inCredits: ProfileMoney = { unit: 'credits', isFree: false };

/**
 * The unit a person chose for the profile, else that of its kind of gateway. Credits for the Sandbox, and for a profile
 * that was removed while a call of it was under way.
 */
export function createMoneyOf({ storage, gateway }: Pick<Ports, 'storage' | 'gateway'>): MoneyOf {
  return (profileId) => {
    if (profileId === SANDBOX_PROFILE_ID) return inCredits;
    const profile = storage.profiles.get(profileId);
    if (profile === undefined) return inCredits;
    const { baseUrl, connection } = profile;
    const usual = gateway.money?.({ baseUrl, gateway: connection.gateway }) ?? inCredits;
    return connection.unit ? { ...usual, unit: connection.unit } : usual;
  };
}
