import type { ProfileMoney } from '../../../shared/money/money';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { Ports } from '../ports/ports';

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
