/** Selectors of presets: what a new chat starts with. Those of forms and lists are in `form-presets.ts`. */
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { CoreState } from '../core/apply-event';

/** Whether the profile's gateway lists a model; yes where its list is unknown. */
export function isListed({ app }: CoreState, model: string): boolean {
  const models = app?.catalogue.models ?? [];
  return models.length === 0 || models.some(({ id }) => id === model);
}

/** What the default preset of a tab holds. */
export const defaultOf = ({ app }: CoreState, tab: ModalityId) =>
  app?.presets.find(({ isDefault, content }) => isDefault && content.modality === tab)?.content;

/** The model of a new chat; `null` where no preset names one, or the gateway does not list it. */
export function defaultModel(state: CoreState): string | null {
  const model = defaultOf(state, 'chat')?.model ?? null;
  return model !== null && isListed(state, model) ? model : null;
}

export function defaultSettings(state: CoreState): RunSettings | undefined {
  const content = defaultOf(state, 'chat');
  return content?.modality === 'chat' ? content.settings : undefined;
}
