/** The user's commands for presets; an answer changes nothing in the core state. */
import type { Envelope } from '../../../shared/errors';
import type { ModalityId, ParameterValues } from '../../../shared/modalities/modalities';
import type { Preset, PresetContent } from '../../../shared/run/presets';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { configure } from '../../state/ui/config-actions';
import { chosenFormModel, formOf, setForm } from '../../state/ui/forms';
import { isListed } from '../../state/ui/presets';
import { chosenModel, chosenSettings } from '../../state/ui/selectors';
import { offerUndo } from '../../state/undo';
import { fillExtra } from '../run-settings/fill-extra';

/** Where a preset is saved from and applied to: a chat by its key, or the form of a tab. */
export interface PresetPlace {
  readonly tab: ModalityId;
  /** Key of the chat; for a form, the name of its tab. */
  readonly key: string;
}

/** Model and settings as they are chosen now. */
export function contentOf({ tab, key }: PresetPlace): PresetContent {
  if (tab === 'chat') return { modality: tab, model: chosenModel(key), settings: chosenSettings(key) };
  const { parameters, extra = {} } = formOf(tab);
  return { modality: tab, model: chosenFormModel(tab) || null, parameters, extra };
}

/**
 * Applies a preset's settings to its tab, and its model where the gateway lists it.
 *
 * @returns the model that was left out; `null` where none was
 */
export function applyPreset({ name, content }: Preset, { key }: PresetPlace): string | null {
  const state = useCoreState.getState();
  const isGone =
    content.model !== null && content.model !== modelNow(content, key) && !isListed(state, content.model);
  const model = isGone ? undefined : (content.model ?? undefined);
  const { modality } = content;
  const own = modality === 'chat' ? content.settings.extra : content.extra;
  const { values, extra } = fillExtra({ place: modality, key, extra: own, from: `the preset “${name}”` });
  const chosen = model !== undefined && { model };
  if (modality === 'chat') {
    const { extra: _own, ...settings } = content.settings;
    configure(key, { settings: { ...settings, ...values, ...(extra && { extra }) }, ...chosen });
  } else {
    const parameters = { ...content.parameters, ...(values as ParameterValues) };
    setForm(modality, { parameters, extra, ...chosen });
  }
  announce(isGone ? `${name} applied without its model` : `${name} applied`);
  return isGone ? content.model : null;
}

const modelNow = ({ modality }: PresetContent, key: string) =>
  modality === 'chat' ? chosenModel(key) : chosenFormModel(modality);

/** Chooses a model although the gateway does not list it. */
export function chooseUnlisted({ tab, key }: PresetPlace, model: string): void {
  if (tab === 'chat') configure(key, { model });
  else setForm(tab, { model });
}

type Answer = Promise<Envelope<null>>;

/** @param id made once for this request, so that a retry makes nothing twice */
export const savePreset = (id: string, name: string, place: PresetPlace): Answer =>
  said(call('presets.create', { id, name, content: contentOf(place) }), `${name} saved`);

export const renamePreset = ({ id }: Preset, name: string): Answer =>
  said(call('presets.rename', { id, name }), `Renamed to ${name}`);

/** Saves the current choices under the preset's name; the previous content can be restored. */
export async function updatePreset({ id, name, content: before }: Preset, place: PresetPlace): Answer {
  const answer = await said(call('presets.update', { id, content: contentOf(place) }), `${name} updated`);
  if (answer.ok) {
    offerUndo({ text: 'Preset updated', undo: () => call('presets.update', { id, content: before }) });
  }
  return answer;
}

export async function removePreset({ id, name }: Preset): Answer {
  const answer = await said(call('presets.remove', { id }), `${name} deleted`);
  if (answer.ok) offerUndo({ text: 'Preset deleted', undo: () => call('presets.restore', { id }) });
  return answer;
}

export const setDefaultPreset = ({ id, name, content }: Preset, isDefault: boolean): Answer =>
  said(
    call('presets.setDefault', { tab: content.modality, id: isDefault ? id : null }),
    isDefault ? `${name} is the default` : `${name} is no longer the default`,
  );

async function said(asked: Answer, done: string): Answer {
  const answer = await asked;
  if (answer.ok) announce(done);
  return answer;
}
