import type { MediaModality } from '../../../shared/modalities/modalities';
import { image } from './image';
import type { PageModality } from './page-modality';
import { speech } from './speech';
import { video } from './video';

/** The page's registry of media; `shared/modalities/modalities.ts` has what the core knows too. */
export const pageModalities: Readonly<Record<MediaModality, PageModality>> = { image, speech, video };
