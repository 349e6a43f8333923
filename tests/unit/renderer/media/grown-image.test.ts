import { expect, test } from 'vitest';
import { grownSize, marginsFor } from '../../../../renderer/media/mask/grown-image';

test('the least room gives an image the shape of a size, with the image in its middle', () => {
  const image = { width: 512, height: 512 };
  expect(marginsFor(image, '1536x1024')).toEqual({ left: 128, top: 0, right: 128, bottom: 0 });
  expect(marginsFor(image, '1024x1536')).toEqual({ left: 0, top: 128, right: 0, bottom: 128 });
  const odd = { width: 333, height: 500 };
  const margins = marginsFor(odd, '1024x1024');
  expect(margins).toEqual({ left: 83, top: 0, right: 84, bottom: 0 });
  expect(margins && grownSize(odd, margins)).toEqual({ width: 500, height: 500 });
});

test('a size that names no pixels has no shape', () => {
  expect(marginsFor({ width: 10, height: 10 }, 'auto')).toBeNull();
});
