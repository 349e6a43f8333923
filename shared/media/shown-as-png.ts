/** Images that browsers don’t decode and the app does: a copy of them is shown. */
export const shownAsPng: readonly string[] = ['image/tiff', 'image/jxl'];
