import { useCoreState } from '../state/core/core-state';
import { textScales } from '../state/core/text-scale';

/** Applies the text size from the settings: every size of the styles is a multiple of it. */
export function followTextSize(): void {
  useCoreState.subscribe(({ app }) => {
    const scale = String(textScales[app?.settings.textSize ?? 'medium']);
    const { style } = document.documentElement;
    if (style.getPropertyValue('--text-scale') !== scale) style.setProperty('--text-scale', scale);
  });
}
