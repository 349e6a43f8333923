import type { Settings } from '../../shared/app/settings';
import { useCoreState } from '../state/core/core-state';

const scales: Readonly<Record<Settings['textSize'], number>> = {
  small: 0.92,
  medium: 1,
  large: 1.15,
  largest: 1.3,
};

/** Applies the text size from the settings: every size of the styles is a multiple of it. */
export function followTextSize(): void {
  useCoreState.subscribe(({ app }) => {
    const scale = String(scales[app?.settings.textSize ?? 'medium']);
    const { style } = document.documentElement;
    if (style.getPropertyValue('--text-scale') !== scale) style.setProperty('--text-scale', scale);
  });
}
