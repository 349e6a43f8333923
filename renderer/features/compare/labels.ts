import { type ModalityId, modalities } from '../../../shared/modalities/modalities';

/** The name of the text to send. */
export const textLabel = (modality: ModalityId): string => modalities[modality].text.label;

export const sendLabel = (modality: ModalityId): string => modalities[modality].sendLabel;
