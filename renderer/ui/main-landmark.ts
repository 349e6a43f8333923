/** Where menus are rendered: what is outside every landmark is hard to find with a screen reader. */
export const mainLandmark = (): HTMLElement | null => document.querySelector('main');
