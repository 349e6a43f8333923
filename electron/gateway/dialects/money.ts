import type { ProfileMoney } from '../../../shared/money/money';
import { isNearby } from '../http/local-address';
import type { Dialect } from './dialect';
import { chooseDialect } from './dialects';

/**
 * How a gateway of this address and kind charges. A local server is free where it runs on this computer or its network:
 * behind another address somebody may ask money for it.
 */
export function moneyOfGateway(baseUrl: string, gateway: Dialect['id'] | null | undefined): ProfileMoney {
  const { unit, isLocal } = chooseDialect(baseUrl, gateway);
  return { unit, isFree: isLocal && isNearby(baseUrl) };
}
