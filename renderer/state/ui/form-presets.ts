/** Selectors of presets: those of a tab, and what an empty form starts with. */
import { useMemo } from 'react';
import type { MediaModality, ModalityId } from '../../../shared/modalities/modalities';
import { byPresetName, type Preset } from '../../../shared/run/presets';
import type { CoreState } from '../core/apply-event';
import { useCoreState } from '../core/core-state';
import type { Form } from './form';
import { defaultOf, isListed } from './presets';

const none: readonly Preset[] = [];

/** Sorted by name. */
export function usePresetsOf(tab: ModalityId): readonly Preset[] {
  const presets = useCoreState(({ app }) => app?.presets ?? none);
  return useMemo(
    () => presets.filter(({ content }) => content.modality === tab).sort(byPresetName),
    [presets, tab],
  );
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
