import type { Settings } from '../../../shared/app/settings';

/** What the sizes of texts are multiplied by. */
export const textScales: Readonly<Record<Settings['textSize'], number>> = {
  small: 0.92,
  medium: 1,
  large: 1.15,
  largest: 1.3,
};
