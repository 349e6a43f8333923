import type { CompareModality } from '../../../shared/compare';
import { modalities } from '../../../shared/modalities';

/** The name of the text to send. */
export const textLabel = (modality: CompareModality): string =>
  modality === 'chat' ? 'Message' : modalities[modality].text.label;

export const sendLabel = (modality: CompareModality): string => (modality === 'chat' ? 'Send' : 'Generate');
