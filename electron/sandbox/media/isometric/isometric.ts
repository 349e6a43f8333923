/** The model "isometric": a small world of cubes floating on a plain ground. */
import { alpha, mix, shade } from '../art/color';
import { type Context, disc, glow, type Size, verticalGradient } from '../art/drawing';
import { chanceFor } from '../art/scene';
import type { Place, Scene } from '../art/scene-words';
import { type Box, drawBox, type Projection, project } from './projection';
import {
  boat,
  cactus,
  conifer,
  crops,
  crystal,
  dome,
  house,
  type Prop,
  pyramid,
  rock,
  roundTree,
  type Setting,
  tower,
} from './props';
import { createTerrain, type Tile, type TileKind, tileColor, WORLD } from './terrain';

/** What may stand on a kind of ground, with its chance. */
type Planting = Partial<Record<TileKind, readonly (readonly [Prop, number])[]>>;

const plantings: Readonly<Record<Place, Planting>> = {
  sea: {
    water: [[boat, 0.05]],
    sand: [[roundTree, 0.1]],
    grass: [
      [roundTree, 0.3],
      [house, 0.22],
    ],
  },
  mountains: {
    grass: [
      [conifer, 0.36],
      [house, 0.08],
    ],
    rock: [
      [conifer, 0.1],
      [rock, 0.14],
    ],
    water: [[boat, 0.06]],
  },
  forest: {
    grass: [
      [conifer, 0.42],
      [roundTree, 0.22],
      [house, 0.03],
    ],
    water: [[boat, 0.05]],
  },
  city: {
    grass: [
      [tower, 0.82],
      [roundTree, 0.14],
    ],
  },
  desert: {
    sand: [
      [cactus, 0.13],
      [rock, 0.06],
      [pyramid, 0.03],
    ],
  },
  fields: {
    grass: [
      [crops, 0.3],
      [roundTree, 0.14],
      [house, 0.1],
    ],
    water: [[boat, 0.06]],
  },
  winter: {
    snow: [
      [conifer, 0.34],
      [house, 0.13],
    ],
  },
  space: {
    dust: [
      [crystal, 0.09],
      [dome, 0.1],
      [rock, 0.12],
    ],
  },
  volcano: {
    rock: [
      [rock, 0.1],
      [crystal, 0.05],
    ],
  },
};

export function paintIsometric(context: Context, scene: Scene, size: Size): void {
  const view = placeWorld(size);
  backdrop(context, scene, size, view);
  const random = chanceFor(scene, 'props');
  const setting: Setting = { context, view, scene, random };
  const tones = chanceFor(scene, 'tones');
  for (const tile of createTerrain(scene)) {
    drawTile(setting, tile, tileColor(scene, tile, tones.next()));
    plant(setting, tile);
  }
}

function placeWorld({ width, height }: Size): Projection {
  const half = Math.min(width / (WORLD * 2 + 3), height / (WORLD + 7));
  return { half, originX: width / 2, originY: height * 0.54 - (WORLD * half) / 2 };
}

function backdrop(context: Context, scene: Scene, { width, height }: Size, view: Projection): void {
  const { sky, accents, glow: light } = scene.palette;
  context.fillStyle = verticalGradient(context, 0, height, [
    [0, mix(sky[1], sky[0], 0.4)],
    [1, mix(sky[3], sky[2], 0.35)],
  ]);
  context.fillRect(0, 0, width, height);
  glow(context, width / 2, height * 0.5, Math.max(width, height) * 0.6, [
    [0, alpha(light, 0.4)],
    [1, alpha(light, 0)],
  ]);
  const random = chanceFor(scene, 'backdrop');
  const radius = view.half * (3.2 + random.next() * 1.4);
  const x = width * (random.next() < 0.5 ? 0.24 : 0.76);
  disc(
    context,
    x,
    height * 0.2,
    radius,
    alpha(scene.hour === 'night' ? light : mix(light, accents[0], 0.3), 0.85),
  );
  const [, low] = project(view, WORLD, WORLD, -2.6);
  context.save();
  context.translate(width / 2, low);
  context.scale(1, 0.2);
  glow(context, 0, 0, view.half * WORLD * 1.05, [
    [0, alpha('#0b1020', 0.45)],
    [1, alpha('#0b1020', 0)],
  ]);
  context.restore();
}

/** Tiles at the front edge show the ground in section: earth below, stone below that. */
function drawTile({ context, view, scene }: Setting, tile: Tile, color: string): void {
  const isEdge = tile.x === WORLD - 1 || tile.y === WORLD - 1;
  const column = (z: number, height: number): Box => ({
    x: tile.x,
    y: tile.y,
    z,
    width: 1,
    depth: 1,
    height,
  });
  if (isEdge) {
    drawBox(context, view, column(-1.6, 1.2), mix('#5a5468', scene.palette.land[2], 0.4));
    drawBox(context, view, column(-0.4, 0.8), mix('#8a6248', scene.palette.land[1], 0.3));
  }
  drawBox(context, view, column(0.3, tile.height - 0.3), color);
  if (tile.kind === 'water') sparkle(context, view, tile, color);
  if (tile.kind === 'lava') shine(context, view, tile);
}

function sparkle(context: Context, view: Projection, tile: Tile, color: string): void {
  if ((tile.x * 7 + tile.y * 13) % 4 !== 0) return;
  const [x, y] = project(view, tile.x + 0.5, tile.y + 0.5, tile.height);
  context.strokeStyle = alpha(shade(color, 0.55), 0.75);
  context.lineWidth = view.half * 0.05;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x - view.half * 0.3, y);
  context.lineTo(x + view.half * 0.12, y);
  context.stroke();
}

function shine(context: Context, view: Projection, tile: Tile): void {
  const [x, y] = project(view, tile.x + 0.5, tile.y + 0.5, tile.height);
  glow(context, x, y, view.half * 1.4, [
    [0, alpha('#ffd36b', 0.5)],
    [1, alpha('#ff5a1f', 0)],
  ]);
}

function plant(setting: Setting, tile: Tile): void {
  let chance = setting.random.next();
  for (const [prop, share] of plantings[setting.scene.place][tile.kind] ?? []) {
    if (chance < share) {
      prop(setting, tile);
      return;
    }
    chance -= share;
  }
}
