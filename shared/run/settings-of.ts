import { type ModalityId, modalities, type Parameter } from '../modalities/modalities';
import { type ChatSetting, chatSettings } from './chat-settings';

/** A setting of any modality: a run setting of a chat, or a parameter of media. */
export type Setting = (ChatSetting & { readonly id: string }) | Parameter;

const ofChat: readonly Setting[] = Object.entries<ChatSetting>(chatSettings).map(([id, setting]) => ({
  ...setting,
  id,
}));

/** Which settings a modality has beside extra parameters, in the order of its form. */
export const settingsOf = (modality: ModalityId): readonly Setting[] =>
  modality === 'chat' ? ofChat : modalities[modality].parameters;
