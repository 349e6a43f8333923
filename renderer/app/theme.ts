import type { Settings } from '../../shared/app/settings';
import { useCoreState } from '../state/core/core-state';

const storageName = 'gatehouse.theme';
const darkOutside = matchMedia('(prefers-color-scheme: dark)');

/**
 * The last one is stored in the browser too, so that the first paint, before the core has answered, is right.
 */
export function followTheme(): void {
  let theme = rememberedTheme();
  const show = () => {
    const dark = theme === 'dark' || (theme === 'system' && darkOutside.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  };
  show();
  darkOutside.addEventListener('change', show);
  useCoreState.subscribe(({ app }) => {
    if (app === null || app.settings.theme === theme) return;
    theme = app.settings.theme;
    remember(theme);
    show();
  });
}

function rememberedTheme(): Settings['theme'] {
  try {
    const theme = localStorage.getItem(storageName);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

function remember(theme: Settings['theme']): void {
  try {
    localStorage.setItem(storageName, theme);
  } catch {
    // Without storage the next start begins in the system's theme.
  }
}
