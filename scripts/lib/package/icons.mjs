// @ts-check
/**
 * The icons of each system, drawn from `build/icon.svg`: a set of PNG files for Linux, an `.ico` for Windows and an
 * `.icns` for macOS.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { packIcns, packIco } from './icon-files.mjs';

/** Sizes that desktops look for in the hicolor theme; GTK finds none that is larger. */
export const LINUX_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];

/**
 * @param {string} root the project's folder
 * @param {string} folder where `png/`, `icon.ico`, `icon.icns` and `icon.png` go; made where it is missing
 */
export async function drawIcons(root, folder) {
  const svg = await readFile(path.join(root, 'build', 'icon.svg'));
  await mkdir(path.join(folder, 'png'), { recursive: true });
  /** @type {Map<number, Promise<Buffer>>} */
  const drawn = new Map();
  /** @param {number} size */
  const draw = (size) => {
    const png = drawn.get(size) ?? drawSize(svg, size);
    drawn.set(size, png);
    return png;
  };
  for (const size of LINUX_SIZES) {
    await writeFile(path.join(folder, 'png', `${size}x${size}.png`), await draw(size));
  }
  await writeFile(path.join(folder, 'icon.png'), await draw(1024));
  await writeFile(path.join(folder, 'icon.ico'), await packIco(WINDOWS_SIZES, draw));
  await writeFile(path.join(folder, 'icon.icns'), await packIcns(draw));
}

/**
 * Drawn separately at each size: a large icon that is scaled down has blurred lines.
 * @param {Buffer} svg
 * @param {number} size in pixels
 * @returns {Promise<Buffer>} a PNG
 */
async function drawSize(svg, size) {
  const sized = svg.toString('utf8').replace('<svg ', `<svg width="${size}" height="${size}" `);
  const image = await loadImage(Buffer.from(sized));
  const canvas = createCanvas(size, size);
  canvas.getContext('2d').drawImage(image, 0, 0, size, size);
  return canvas.encode('png');
}
