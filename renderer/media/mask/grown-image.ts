/** An image with room around it, for a model to fill: the image on a transparent canvas, and a mask of what is new. */

export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Beyond it few gateways take an image, and none of ours can be drawn. */
export const mostSide = 8_192;

export const grownSize = ({ width, height }: Size, { left, top, right, bottom }: Margins): Size => ({
  width: width + left + right,
  height: height + top + bottom,
});

/** The least room with which an image has the shape of a size such as `1536x1024`, the image in its middle. */
export function marginsFor({ width, height }: Size, size: string): Margins | null {
  const [wide = 0, high = 0] = size.split('x').map(Number);
  if (!(wide > 0 && high > 0)) return null;
  const addX = Math.max(0, Math.round((height * wide) / high) - width);
  const addY = Math.max(0, Math.round((width * high) / wide) - height);
  const [left, top] = [Math.floor(addX / 2), Math.floor(addY / 2)];
  return { left, top, right: addX - left, bottom: addY - top };
}

/** Both as PNG, of the same size. */
export async function grownFiles(url: string, margins: Margins): Promise<{ image: Blob; mask: Blob }> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  await picture.decode();
  const inner = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { width, height } = grownSize(inner, margins);
  const draw = async (paint: (context: OffscreenCanvasRenderingContext2D) => void) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This image is too large to draw on here');
    paint(context);
    return await canvas.convertToBlob({ type: 'image/png' });
  };
  const { left, top } = margins;
  return {
    image: await draw((context) => context.drawImage(picture, left, top)),
    mask: await draw((context) => context.fillRect(left, top, inner.width, inner.height)),
  };
}
