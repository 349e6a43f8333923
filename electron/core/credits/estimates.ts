import type { RunSettings } from '../../../shared/chat';
import { countUnits, estimateChat, estimateOf } from '../../../shared/estimate';
import { type ModalityId, modalities, type ParameterValues } from '../../../shared/modalities';
import type { Model } from '../../../shared/models';
import type { Forecast } from '../../../shared/typical-cost';

export interface Estimates {
  chat(call: ChatCall): Forecast;
  media(call: MediaCall): Forecast;
}

export interface ChatCall {
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  /** Characters of the branch and the new message. */
  readonly characters: number;
}

export interface MediaCall {
  readonly profileId: string;
  readonly model: string;
  readonly modality: ModalityId;
  readonly prompt: string;
  readonly parameters: ParameterValues;
}

/** What a call may cost, by the catalogue as it is known now; its estimate is `null` where that gives no price. */
export function createEstimates(modelsOf: (profileId: string) => readonly Model[]): Estimates {
  const find = (profileId: string, id: string) => modelsOf(profileId).find((model) => model.id === id);
  return {
    chat({ profileId, model, settings, characters }) {
      const known = find(profileId, model);
      const input = {
        characters: characters + (settings.systemPrompt?.length ?? 0),
        maxTokens: settings.maxTokens,
        choices: settings.choices,
      };
      const estimate = known ? estimateChat(input, known.pricing, known.capabilities) : null;
      return { estimate, units: null };
    },
    media({ profileId, model, modality, prompt, parameters }) {
      const known = find(profileId, model);
      const input = { modality: modalities[modality], text: prompt, parameters };
      const capabilities = known?.capabilities ?? null;
      const estimate = known ? estimateOf(input, known.pricing, capabilities) : null;
      return { estimate, units: countUnits(input, capabilities) };
    },
  };
}
