import type { RunSettings } from '../../../shared/chat';
import type { Estimate } from '../../../shared/estimate';
import { type ModalityId, modalities, type ParameterValues } from '../../../shared/modalities';
import type { Model, Pricing } from '../../../shared/models';
import type { Foreseen } from '../ports/ledger';
import type { MoneyOf } from '../profiles/profile-money';
import { dollarPricing } from './dollar-pricing';
import { countUnits, estimateChat, estimateMedia, mostOfChat } from './price-estimate';

export interface Estimates {
  chat(call: ChatCall): Foreseen;
  media(call: MediaCall): Foreseen;
}

export interface ChatCall {
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  /** Of all that is sent, see `promptCharacters`. */
  readonly characters: number;
  /** See `mostPromptTokens`. */
  readonly mostPromptTokens: number | null;
}

export interface MediaCall {
  readonly profileId: string;
  readonly model: string;
  readonly modality: ModalityId;
  /** Of the text that is sent. */
  readonly characters: number;
  readonly parameters: ParameterValues;
}

const free: Estimate = { from: 0, to: 0 };

/**
 * What a call may cost in the unit of its profile, by the catalogue as it is known now; its estimate is `null` where that
 * gives no price.
 */
export function createEstimates(
  modelsOf: (profileId: string) => readonly Model[],
  moneyOf: MoneyOf = () => ({ unit: 'credits', isFree: false }),
): Estimates {
  const find = (profileId: string, id: string) => modelsOf(profileId).find((model) => model.id === id);
  const pricingOf = (profileId: string, model: Model, kind: 'chat' | 'media'): Pricing | null =>
    moneyOf(profileId).unit === 'usd' ? dollarPricing(model, kind) : model.pricing;
  return {
    chat({ profileId, model, settings, characters, mostPromptTokens }) {
      if (moneyOf(profileId).isFree) return { estimate: free, most: 0, units: null };
      const known = find(profileId, model);
      if (known === undefined) return { estimate: null, units: null };
      const request = { characters, mostPromptTokens, ...lengthAsSent(settings) };
      const pricing = pricingOf(profileId, known, 'chat');
      const most = mostOfChat(request, pricing, known.capabilities);
      const estimate = estimateChat(request, pricing, known.capabilities);
      const perRequest = moneyOf(profileId).unit === 'usd' ? (known.dollarPrices?.perRequest ?? 0) : 0;
      return {
        estimate: estimate && plus(estimate, perRequest),
        most: most && most + perRequest,
        units: null,
      };
    },
    media({ profileId, model, modality, characters, parameters }) {
      const known = find(profileId, model);
      const request = { modality: modalities[modality], characters, parameters };
      const capabilities = known?.capabilities ?? null;
      const units = countUnits(request, capabilities);
      if (moneyOf(profileId).isFree) return { estimate: free, units };
      const pricing = known ? pricingOf(profileId, known, 'media') : null;
      return { estimate: known ? estimateMedia(request, pricing, capabilities) : null, units };
    },
  };
}

const plus = ({ from, to }: Estimate, flat: number): Estimate => ({ from: from + flat, to: to + flat });
/** How long and how many the replies may be; extra parameters are sent last and win, so they count here too. */
export function lengthAsSent({ maxTokens, choices, extra = {} }: RunSettings) {
  const most = [extra.max_completion_tokens, extra.max_tokens].filter(isCount);
  return {
    maxTokens: most.length > 0 ? Math.max(...most) : maxTokens,
    choices: isCount(extra.n) ? extra.n : choices,
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
