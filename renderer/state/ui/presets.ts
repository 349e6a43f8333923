/** Selectors of presets: those of a tab, and what a new chat or an empty form starts with. */

import { useMemo } from 'react';
import type { MediaModality, ModalityId } from '../../../shared/modalities';
import { byPresetName, type Preset } from '../../../shared/presets';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { CoreState } from '../core/apply-event';
import { useCoreState } from '../core/core-state';
import type { Form } from './form';

const none: readonly Preset[] = [];

/** Sorted by name. */
export function usePresetsOf(tab: ModalityId): readonly Preset[] {
  const presets = useCoreState(({ app }) => app?.presets ?? none);
  return useMemo(
    () => presets.filter(({ content }) => content.modality === tab).sort(byPresetName),
    [presets, tab],
  );
}

/** Whether the profile's gateway lists a model; yes where its list is unknown. */
export function isListed({ app }: CoreState, model: string): boolean {
  const models = app?.catalogue.models ?? [];
  return models.length === 0 || models.some(({ id }) => id === model);
}

const defaultOf = ({ app }: CoreState, tab: ModalityId) =>
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

const startForms = new WeakMap<object, { readonly whole: Form; readonly withoutModel: Form }>();

/** The form that replaces an empty one; the same object for the same preset. */
export const startFormOf =
  (modality: MediaModality) =>
  (state: CoreState): Form | null => {
    const content = defaultOf(state, modality);
    if (content === undefined || content.modality === 'chat') return null;
    const { model, parameters, extra } = content;
    const known = startForms.get(content);
    const withoutModel = known?.withoutModel ?? { text: '', parameters, extra };
    const forms = known ?? {
      withoutModel,
      whole: model === null ? withoutModel : { ...withoutModel, model },
    };
    startForms.set(content, forms);
    return model === null || isListed(state, model) ? forms.whole : forms.withoutModel;
  };
