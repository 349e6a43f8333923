import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ Menu: {}, app: {}, session: {}, shell: {}, protocol: {} }));
const { imageItems, wholeImage } = await import('../../../../electron/hosts/desktop/context-menu');

const at = { hasImageContents: true, srcURL: 'media://thumbnail/a-1?size=2', x: 5, y: 7 };

test('an image can be copied and saved, a canvas copied, and anything else has no such entries', () => {
  const webContents = { copyImageAt: vi.fn(), downloadURL: vi.fn() };
  const window = { webContents } as never;
  const items = imageItems(window, { ...at, mediaType: 'image' });
  expect(items.map(({ label }) => label)).toEqual(['Copy Image', 'Save Image As…']);
  for (const item of items) (item.click as () => void)();
  expect(webContents.copyImageAt).toHaveBeenCalledWith(5, 7);
  expect(webContents.downloadURL).toHaveBeenCalledWith('media://item/a-1?download');
  const [only, ...others] = imageItems(window, { ...at, mediaType: 'canvas' });
  expect([only?.label, others.length]).toEqual(['Copy Image', 0]);
  expect(imageItems(window, { ...at, mediaType: 'none' })).toEqual([]);
  expect(imageItems(window, { ...at, mediaType: 'image', hasImageContents: false })).toEqual([]);
});

test('the whole file of a result is saved, and other images as they are', () => {
  expect(wholeImage('media://item/a-1')).toBe('media://item/a-1?download');
  expect(wholeImage('media://item/a-1?v=2&unnamed')).toBe('media://item/a-1?download&unnamed');
  expect(wholeImage('blob:app://gatehouse/1')).toBe('blob:app://gatehouse/1');
});
