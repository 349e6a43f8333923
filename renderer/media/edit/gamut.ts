/** Whether an image has colors that sRGB lacks: drawn in sRGB they would be lost, and drawn wider each other one is coarser. */

/** Of the image, which is looked at in so many places. */
const SIDE = 512;
/** Above the rounding of eight bits. */
const BEYOND = 0.012;

/** From Display P3 to sRGB, both linear and with the white of D65. */
const toSrgb = [
  [1.2249, -0.2247, 0],
  [-0.0421, 1.0421, 0],
  [-0.0196, -0.0786, 1.0983],
] as const;

const linear = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

export function gamutOf(picture: ImageBitmap): PredefinedColorSpace {
  const [width, height] = [Math.min(SIDE, picture.width), Math.min(SIDE, picture.height)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { colorSpace: 'display-p3' });
  if (context === null) return 'srgb';
  // Each place is a pixel of the image: an average of bright colors may be none.
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, width, height);
  return isWide(context.getImageData(0, 0, width, height).data) ? 'display-p3' : 'srgb';
}

/** @param pixels in Display P3 */
export function isWide(pixels: Uint8ClampedArray): boolean {
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 255) continue;
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((color) => linear[pixels[at + color] ?? 0]);
    for (const [ofRed, ofGreen, ofBlue] of toSrgb) {
      const value = ofRed * red + ofGreen * green + ofBlue * blue;
      if (value < -BEYOND || value > 1 + BEYOND) return true;
    }
  }
  return false;
}
