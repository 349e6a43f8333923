/** Pinned, hidden and recent models of the active profile, and the commands that change them. */

import type { Envelope } from '../../../shared/errors';
import { filesOfKind } from '../../../shared/media/file-inputs';
import type { ResultKind } from '../../../shared/media/media';
import type { ModalityId, NamedSetting } from '../../../shared/modalities/modalities';
import { type ModelChoices, noModelChoices } from '../../../shared/models/model-choices';
import type { Model } from '../../../shared/models/models';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useModelsView } from './models-view';

type Reported = ReturnType<typeof useCoreState.getState>;

const choicesOf = ({ app }: Reported): ModelChoices =>
  (app === null ? undefined : app.settings.models[app.catalogue.profileId]) ?? noModelChoices;

export const useModelChoices = (): ModelChoices => useCoreState(choicesOf);

const profileId = () => useCoreState.getState().app?.catalogue.profileId ?? '';

export async function pinModel(model: string, isPinned: boolean): Promise<void> {
  const answer = await call('models.pin', { profileId: profileId(), model, isPinned });
  announceChange(answer, isPinned ? `${model} pinned` : `${model} no longer pinned`);
}

export async function hideModel(model: string, isHidden: boolean): Promise<void> {
  const answer = await call('models.hide', { profileId: profileId(), model, isHidden });
  announceChange(answer, isHidden ? `${model} hidden` : `${model} shown again`);
}

/** Says that a model takes a kind of files although its record doesn't, or takes that back. */
export async function sayTaken({ id }: Pick<Model, 'id'>, kind: ResultKind, isTaken: boolean): Promise<void> {
  const said = choicesOf(useCoreState.getState()).takes?.[id] ?? [];
  const others = said.filter((one) => one !== kind);
  const kinds = isTaken ? [...others, kind] : others;
  const answer = await call('models.takes', { profileId: profileId(), model: id, kinds });
  const words = isTaken ? `${id} takes ${filesOfKind[kind]}, by your word` : `${id}: as the gateway says`;
  announceChange(answer, words);
}

/** Says that a model takes a setting although its record doesn't, or takes that back. */
export async function saySetting({ id }: Pick<Model, 'id'>, setting: NamedSetting, isTaken: boolean) {
  const { takes, takesSettings } = choicesOf(useCoreState.getState());
  const others = (takesSettings?.[id] ?? []).filter((one) => one !== setting);
  const settings = isTaken ? [...others, setting] : others;
  const kinds = [...(takes?.[id] ?? [])];
  const answer = await call('models.takes', { profileId: profileId(), model: id, kinds, settings });
  announceChange(answer, isTaken ? `${id} takes the setting, by your word` : `${id}: as the gateway says`);
}

/** Stores the last chosen model of a tab; where that fails, nothing of yours is lost. */
export function noteChoice(tab: ModalityId, model: string): void {
  void call('models.noteChoice', { profileId: profileId(), model, tab });
}

function announceChange(answer: Envelope<null>, done: string): void {
  useModelsView.setState({ error: answer.ok ? null : answer.error });
  if (answer.ok) announce(done);
}
