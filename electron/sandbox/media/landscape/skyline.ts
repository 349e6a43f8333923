/** A city: rows of buildings with windows that are lit the later it is. */
import { alpha, mix, shade } from '../art/color';
import { groundColor } from './ridges';
import type { Layer, Stage } from './stage';
import { chances, panorama } from './stage';

type Context = Parameters<Layer['paint']>[0];

export interface SkylineShape {
  readonly part: string;
  readonly depth: number;
  readonly base: number;
  /** Of the tallest building, as a share of the frame's height. */
  readonly rise: number;
  /** Width of a building, as a share of the frame's shorter side. */
  readonly width: number;
}

const litShare = { dawn: 0.18, day: 0.05, dusk: 0.36, night: 0.46 } as const;

interface Building {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly base: number;
}

export function skyline(stage: Stage, shape: SkylineShape): Layer {
  const { random, noise } = chances(stage, shape.part);
  const color = groundColor(stage, shape.depth);
  const base = shape.base * stage.height;
  const top = Math.max(0, base - shape.rise * stage.height * 1.45);
  return panorama(stage, shape.depth, top, (context, { left, right }) => {
    for (let x = left; x < right; ) {
      const width = shape.width * stage.unit * 1000 * (0.6 + random.next() * 0.8);
      // Towers gather where the noise is high, as they do down town.
      const cluster = 0.45 + 0.55 * noise((x / stage.width) * 2.5, 1);
      const height = shape.rise * stage.height * Math.max(0.22, cluster) * (0.55 + random.next() * 0.6);
      building(stage, context, { left: x, top: base - height, width, base: stage.height }, color, shape);
      x += width * (0.94 + random.next() * 0.14);
    }
  });
}

function building(stage: Stage, context: Context, box: Building, color: string, shape: SkylineShape): void {
  const { random } = chances(stage, `${shape.part} ${Math.round(box.left)}`);
  const own = shade(color, (random.next() - 0.5) * 0.08);
  context.fillStyle = own;
  context.fillRect(box.left, box.top, box.width, box.base - box.top);
  roof(context, box, own, random.next());
  const lit = box.left + box.width / 2 < stage.light.x;
  context.fillStyle = alpha(stage.scene.palette.sky[3], 0.1);
  context.fillRect(lit ? box.left + box.width * 0.8 : box.left, box.top, box.width * 0.2, box.base - box.top);
  if (shape.depth > 0.2) windows(stage, context, box, shape);
}

function roof(context: Context, box: Building, color: string, chance: number): void {
  context.fillStyle = color;
  const middle = box.left + box.width / 2;
  if (chance < 0.3) {
    context.fillRect(
      middle - box.width * 0.28,
      box.top - box.width * 0.18,
      box.width * 0.56,
      box.width * 0.2,
    );
    context.fillRect(
      middle - 1,
      box.top - box.width * 0.75,
      Math.max(1.5, box.width * 0.035),
      box.width * 0.7,
    );
  } else if (chance < 0.45) {
    context.beginPath();
    context.moveTo(box.left, box.top + 1);
    context.lineTo(middle, box.top - box.width * 0.5);
    context.lineTo(box.left + box.width, box.top + 1);
    context.fill();
  } else if (chance < 0.6) {
    context.fillRect(
      box.left + box.width * 0.12,
      box.top - box.width * 0.12,
      box.width * 0.4,
      box.width * 0.14,
    );
  }
}

function windows(stage: Stage, context: Context, box: Building, shape: SkylineShape): void {
  const { random } = chances(stage, `windows ${shape.part} ${Math.round(box.left)}`);
  const cell = (5 + shape.depth * 9) * stage.unit;
  const columns = Math.floor((box.width - cell * 0.6) / cell);
  const inset = (box.width - columns * cell) / 2;
  const share = litShare[stage.scene.hour];
  const warm = mix(stage.scene.palette.accents[1], '#ffdf9e', 0.55);
  const lastRow = Math.min(stage.height, shape.base * stage.height + cell);
  for (let y = box.top + cell; y < lastRow; y += cell * 1.35) {
    for (let column = 0; column < columns; column += 1) {
      const chance = random.next();
      const isLit = chance < share;
      const tone = chance < share * 0.25 ? stage.scene.palette.accents[2] : warm;
      context.fillStyle = isLit ? alpha(tone, 0.55 + random.next() * 0.4) : alpha('#000000', 0.14);
      context.fillRect(box.left + inset + column * cell + cell * 0.2, y, cell * 0.58, cell * 0.74);
    }
  }
}
