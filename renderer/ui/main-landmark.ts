/** Where menus are put: what stands outside of every landmark is hard to find for those who go by these. */
export const mainLandmark = (): HTMLElement | null => document.querySelector('main');
