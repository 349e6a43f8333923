/**
 * Draws the marked part over the image. Each tile has a small picture of its own: a change draws the tiles that it
 * touched, and an image of 4096² costs as much as one of 512².
 */
import { type Area, areaOf, type Mask, type Tile, tileSide, tilesAcross, tilesIn, within } from './mask';
import { tilePixels } from './mask-file';
import type { View } from './mask-view';

interface TilePicture {
  readonly canvas: OffscreenCanvas;
  /** What it shows. */
  of: Tile | undefined;
}

export interface Overlay {
  /** Draws what changed. */
  readonly change: (area: Area | null) => void;
  /** Draws everything, for another view or size. */
  readonly all: () => void;
}

/** @param see the view now, and the pixels of the screen for one of its units */
export function createOverlay(
  canvas: HTMLCanvasElement,
  mask: Mask,
  see: () => { readonly view: View; readonly ratio: number },
): Overlay {
  const context = canvas.getContext('2d');
  const pictures = new Map<number, TilePicture>();
  const pictureOf = (index: number, isChanged: boolean): OffscreenCanvas => {
    const known = pictures.get(index);
    const tile = mask.tiles.get(index);
    if (known !== undefined && known.of === tile && !isChanged) return known.canvas;
    const picture = known ?? { canvas: new OffscreenCanvas(tileSide, tileSide), of: tile };
    picture.of = tile;
    picture.canvas.getContext('2d')?.putImageData(tilePixels(mask, index, 'overlay'), 0, 0);
    pictures.set(index, picture);
    return picture.canvas;
  };
  const draw = (index: number, isChanged: boolean) => {
    if (context === null) return;
    const { view, ratio } = see();
    const place = areaOf(mask, index);
    // On whole pixels of the screen, so that no line is seen between tiles.
    const at = (value: number, start: number) => Math.round((start + value * view.scale) * ratio);
    const [left, top] = [at(place.left, view.x), at(place.top, view.y)];
    const [wide, high] = [at(place.right, view.x) - left, at(place.bottom, view.y) - top];
    if (left > canvas.width || top > canvas.height || left + wide < 0 || top + high < 0) return;
    context.clearRect(left, top, wide, high);
    if (mask.base === 0 && !mask.tiles.has(index)) return;
    context.imageSmoothingEnabled = view.scale * ratio < 1;
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    context.drawImage(pictureOf(index, isChanged), 0, 0, width, height, left, top, wide, high);
  };
  return {
    change(area) {
      const cut = area && within(mask, area);
      if (cut) for (const index of tilesIn(mask, cut)) draw(index, true);
    },
    all() {
      context?.clearRect(0, 0, canvas.width, canvas.height);
      const count = tilesAcross(mask) * Math.ceil(mask.height / tileSide);
      for (let index = 0; index < count; index += 1) draw(index, false);
    },
  };
}
