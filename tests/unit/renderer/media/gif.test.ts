/** What a GIF keeps of its frames: how long they last, and what is transparent. */
import { createCanvas, Image } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { describeMedia } from '../../../../electron/storage/media/formats/describe';
import { createGif } from '../../../../renderer/media/edit/gif';

const frame = (color: readonly number[]) =>
  ({
    width: 2,
    height: 2,
    data: Uint8ClampedArray.from([...color, ...color, ...color, ...color]),
  }) as ImageData;

async function written(frames: number, hundredths: number, color: readonly number[]) {
  const writer = createGif(2, 2);
  for (let count = 0; count < frames; count += 1) writer.add(frame(color), hundredths);
  return new Uint8Array(await writer.finish().arrayBuffer());
}

test.each([15, 24, 12])('%i frames a second last as long as they do in the video', async (rate) => {
  const gif = await written(rate * 4, 100 / rate, [255, 0, 0, 255]);
  expect(await describeMedia(gif, 'image/gif')).toMatchObject({ frames: rate * 4, durationMs: 4_000 });
});

test('what is transparent stays so, and nothing else is', async () => {
  const alphaOf = async (color: readonly number[]) => {
    const image = new Image();
    image.src = Buffer.from(await written(1, 10, color));
    await image.decode();
    const context = createCanvas(2, 2).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 1, 1).data[3];
  };
  expect([
    await alphaOf([255, 0, 0, 0]),
    await alphaOf([255, 255, 255, 255]),
    await alphaOf([0, 0, 0, 255]),
  ]).toEqual([0, 255, 255]);
});
