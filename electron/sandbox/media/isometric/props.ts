/** What stands on the tiles: trees, houses, towers, rocks, and the like. */
import type { Random } from '../../random';
import { alpha, mix, shade } from '../art/color';
import { type Context, disc, glow } from '../art/drawing';
import type { Scene } from '../art/scene-words';
import { type Box, drawBox, drawPane, drawPyramid, drawShadow, type Projection, project } from './projection';
import type { Tile } from './terrain';

export interface Setting {
  readonly context: Context;
  readonly view: Projection;
  readonly scene: Scene;
  readonly random: Random;
}

export type Prop = (setting: Setting, tile: Tile) => void;

const boxOn = (tile: Tile, inset: number, height: number, lift = 0): Box => ({
  x: tile.x + inset,
  y: tile.y + inset,
  z: tile.height + lift,
  width: 1 - inset * 2,
  depth: 1 - inset * 2,
  height,
});

const lampColor = (scene: Scene): string => mix(scene.palette.accents[1], '#ffe3a1', 0.6);
const isDark = (scene: Scene): boolean => scene.hour === 'night' || scene.hour === 'dusk';

export const conifer: Prop = ({ context, view, scene, random }, tile) => {
  const color = mix(isDark(scene) ? '#2c6152' : '#2f8f5b', scene.palette.land[1], 0.25 + random.next() * 0.2);
  const size = 0.8 + random.next() * 0.5;
  drawShadow(context, view, tile.x + 0.55, tile.y + 0.55, tile.height, 0.42);
  drawBox(context, view, boxOn(tile, 0.43, 0.3), '#6b4a35');
  for (const [inset, lift, height] of [
    [0.16, 0.22, 0.8],
    [0.23, 0.62, 0.7],
    [0.31, 1, 0.6],
  ] as const) {
    drawPyramid(context, view, boxOn(tile, inset, height * size, lift * size), shade(color, lift * 0.14));
  }
  if (tile.kind === 'snow')
    drawPyramid(context, view, boxOn(tile, 0.36, 0.36 * size, 1.28 * size), '#f6faff');
};

export const roundTree: Prop = ({ context, view, scene, random }, tile) => {
  const leaf = scene.weather === 'petals' ? '#ffb3d1' : scene.weather === 'leaves' ? '#e2762b' : '#5aa94c';
  const color = mix(leaf, scene.palette.accents[0], random.next() * 0.16);
  drawShadow(context, view, tile.x + 0.55, tile.y + 0.55, tile.height, 0.46);
  drawBox(context, view, boxOn(tile, 0.44, 0.55), '#74513a');
  const [x, y] = project(view, tile.x + 0.5, tile.y + 0.5, tile.height + 0.95);
  const radius = view.half * (0.42 + random.next() * 0.1);
  disc(context, x, y, radius, shade(color, -0.16));
  disc(context, x - radius * 0.12, y - radius * 0.14, radius * 0.84, color);
  disc(context, x - radius * 0.28, y - radius * 0.32, radius * 0.45, shade(color, 0.16));
};

export const house: Prop = (setting, tile) => {
  const { context, view, scene, random } = setting;
  const wall = mix('#f5e9d6', random.pick(scene.palette.accents), 0.12 + random.next() * 0.2);
  const roof = mix(random.pick(scene.palette.accents), '#8c2f39', 0.35);
  const body = boxOn(tile, 0.14, 0.62);
  drawShadow(context, view, tile.x + 0.6, tile.y + 0.6, tile.height, 0.62);
  drawBox(context, view, body, wall);
  const light = isDark(scene) ? lampColor(scene) : '#6f8fb0';
  drawPane(context, view, body, 'left', [0.16, 0.34, 0.42, 0.74], light);
  drawPane(context, view, body, 'left', [0.6, 0, 0.84, 0.62], shade(roof, -0.35));
  drawPane(context, view, body, 'right', [0.32, 0.34, 0.68, 0.74], shade(light, -0.12));
  drawPyramid(context, view, { ...boxOn(tile, 0.03, 0.62, 0.62) }, roof);
};

export const tower: Prop = (setting, tile) => {
  const { context, view, scene, random } = setting;
  const color = mix(
    random.pick(scene.palette.accents),
    isDark(scene) ? '#3a3f66' : '#d9dfea',
    0.62 + random.next() * 0.2,
  );
  const middle = 1 - Math.hypot(tile.x - 6, tile.y - 6) / 9;
  const height = 0.8 + random.next() * 2.2 + Math.max(0, middle) * 2.6;
  const body = boxOn(tile, 0.08 + random.next() * 0.08, height);
  drawBox(context, view, body, color);
  panes(setting, body);
  if (random.next() < 0.45) {
    drawBox(context, view, boxOn(tile, 0.3, 0.22, height), shade(color, -0.08));
    if (random.next() < 0.5) drawBox(context, view, boxOn(tile, 0.47, 0.9, height + 0.2), '#c8ccd8');
  }
};

function panes(setting: Setting, body: Box): void {
  const floors = Math.floor(body.height * 2.6);
  for (let floor = 0; floor < floors; floor += 1) {
    const [bottom, top] = [(floor + 0.3) / floors, (floor + 0.78) / floors];
    for (const from of [0.12, 0.4, 0.68]) {
      const place = [from, bottom, from + 0.2, top] as const;
      drawPane(setting.context, setting.view, body, 'left', place, paneColor(setting, 0));
      drawPane(setting.context, setting.view, body, 'right', place, paneColor(setting, -0.16));
    }
  }
}

function paneColor({ scene, random }: Setting, shadow: number): string {
  const isLit = random.next() < (isDark(scene) ? 0.62 : 0.2);
  const dim = isDark(scene) ? '#232a52' : '#7d93b5';
  return alpha(shade(isLit ? lampColor(scene) : dim, shadow), 0.92);
}

export const cactus: Prop = ({ context, view, random }, tile) => {
  const color = mix('#4f9d5d', '#2d6a4f', random.next());
  drawShadow(context, view, tile.x + 0.55, tile.y + 0.55, tile.height, 0.3);
  drawBox(context, view, { ...boxOn(tile, 0.42, 1.1) }, color);
  drawBox(
    context,
    view,
    { x: tile.x + 0.2, y: tile.y + 0.44, z: tile.height + 0.42, width: 0.24, depth: 0.13, height: 0.14 },
    color,
  );
  drawBox(
    context,
    view,
    { x: tile.x + 0.2, y: tile.y + 0.44, z: tile.height + 0.52, width: 0.12, depth: 0.13, height: 0.34 },
    color,
  );
};

export const rock: Prop = ({ context, view, random }, tile) => {
  drawShadow(context, view, tile.x + 0.55, tile.y + 0.55, tile.height, 0.36);
  drawPyramid(
    context,
    view,
    boxOn(tile, 0.18 + random.next() * 0.14, 0.4 + random.next() * 0.5),
    mix('#8a8797', '#5f5d70', random.next()),
  );
};

export const crystal: Prop = ({ context, view, scene, random }, tile) => {
  const color = random.pick(scene.palette.accents);
  const [x, y] = project(view, tile.x + 0.5, tile.y + 0.5, tile.height + 0.3);
  glow(context, x, y, view.half * 1.3, [
    [0, alpha(color, 0.5)],
    [1, alpha(color, 0)],
  ]);
  drawPyramid(context, view, boxOn(tile, 0.3, 0.9 + random.next() * 0.8), mix(color, '#ffffff', 0.25));
};

export const dome: Prop = ({ context, view, scene }, tile) => {
  drawBox(context, view, boxOn(tile, 0.06, 0.16), '#d5d9e6');
  const [x, y] = project(view, tile.x + 0.5, tile.y + 0.5, tile.height + 0.2);
  const radius = view.half * 0.62;
  const glass = context.createRadialGradient(x - radius * 0.4, y - radius * 0.6, radius * 0.1, x, y, radius);
  glass.addColorStop(0, alpha('#ffffff', 0.95));
  glass.addColorStop(0.5, alpha(scene.palette.accents[1], 0.75));
  glass.addColorStop(1, alpha(mix(scene.palette.accents[1], '#10203a', 0.4), 0.85));
  context.fillStyle = glass;
  context.beginPath();
  context.ellipse(x, y, radius, radius, 0, Math.PI, 0);
  context.ellipse(x, y, radius, radius * 0.42, 0, 0, Math.PI);
  context.fill();
};

export const pyramid: Prop = ({ context, view }, tile) => {
  if (tile.x < 1 || tile.y < 1) return;
  drawPyramid(
    context,
    view,
    { x: tile.x - 1, y: tile.y - 1, z: tile.height, width: 2, depth: 2, height: 1.9 },
    '#e3b96b',
  );
};

export const crops: Prop = ({ context, view, scene, random }, tile) => {
  const color = random.pick([...scene.palette.accents, '#e9c94b'] as [string, ...string[]]);
  for (const row of [0.12, 0.37, 0.62]) {
    drawBox(
      context,
      view,
      { x: tile.x + 0.08, y: tile.y + row, z: tile.height, width: 0.84, depth: 0.16, height: 0.16 },
      mix(color, '#6c9a3b', 0.4),
    );
  }
};

export const boat: Prop = ({ context, view, scene }, tile) => {
  drawBox(
    context,
    view,
    { x: tile.x + 0.1, y: tile.y + 0.34, z: tile.height, width: 0.9, depth: 0.36, height: 0.2 },
    '#8c4b32',
  );
  const [x, y] = project(view, tile.x + 0.55, tile.y + 0.52, tile.height + 0.2);
  const height = view.half * 1.25;
  context.fillStyle = mix('#fffaf0', scene.palette.accents[0], 0.2);
  context.beginPath();
  context.moveTo(x, y - height);
  context.lineTo(x + height * 0.52, y - height * 0.16);
  context.lineTo(x, y - height * 0.1);
  context.fill();
  context.fillRect(x - view.half * 0.03, y - height * 1.06, view.half * 0.05, height * 1.06);
};
