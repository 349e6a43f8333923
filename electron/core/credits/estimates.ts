import type { RunSettings } from '../../../shared/chat';
import { type ModalityId, modalities, type ParameterValues } from '../../../shared/modalities';
import type { Model } from '../../../shared/models';
import type { Foreseen } from '../ports/ledger';
import { countUnits, estimateChat, estimateMedia } from './price-estimate';

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
}

export interface MediaCall {
  readonly profileId: string;
  readonly model: string;
  readonly modality: ModalityId;
  /** Of the text that is sent. */
  readonly characters: number;
  readonly parameters: ParameterValues;
}

/** What a call may cost, by the catalogue as it is known now; its estimate is `null` where that gives no price. */
export function createEstimates(modelsOf: (profileId: string) => readonly Model[]): Estimates {
  const find = (profileId: string, id: string) => modelsOf(profileId).find((model) => model.id === id);
  return {
    chat({ profileId, model, settings, characters }) {
      const known = find(profileId, model);
      const request = { characters, ...lengthAsSent(settings) };
      const estimate = known ? estimateChat(request, known.pricing, known.capabilities) : null;
      return { estimate, units: null };
    },
    media({ profileId, model, modality, characters, parameters }) {
      const known = find(profileId, model);
      const request = { modality: modalities[modality], characters, parameters };
      const capabilities = known?.capabilities ?? null;
      const estimate = known ? estimateMedia(request, known.pricing, capabilities) : null;
      return { estimate, units: countUnits(request, capabilities) };
    },
  };
}

/** How long and how many the replies may be; extra parameters are sent last and win, so they count here too. */
export function lengthAsSent({ maxTokens, choices, extra = {} }: RunSettings) {
  const most = [extra.max_completion_tokens, extra.max_tokens].filter(isCount);
  return {
    maxTokens: most.length > 0 ? Math.max(...most) : maxTokens,
    choices: isCount(extra.n) ? extra.n : choices,
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
