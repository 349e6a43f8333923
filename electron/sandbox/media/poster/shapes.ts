/** The geometric half of a poster: one of several compositions, drawn inside a box. */
import type { Random } from '../../random';
import { mix } from '../art/color';
import { type Context, disc, polygon } from '../art/drawing';
import { chanceFor } from '../art/scene';
import type { Scene } from '../art/scene-words';

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Inks {
  readonly paper: string;
  readonly ink: string;
  readonly colors: readonly [string, string, string];
}

type Composition = (context: Context, area: Area, inks: Inks, random: Random) => void;

/** Drawn within the area and nowhere else. */
export function paintShapes(context: Context, scene: Scene, area: Area, inks: Inks): void {
  const random = chanceFor(scene, 'shapes');
  const choice = random.pick<Composition>(compositionsFor(scene));
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  choice(context, area, inks, random);
  context.restore();
}

function compositionsFor(scene: Scene): readonly [Composition, ...Composition[]] {
  if (scene.place === 'sea') return [waves, stripedSun];
  if (scene.place === 'city') return [blocks, tiles];
  if (scene.place === 'space' || scene.hour === 'night') return [orbits, arcs];
  if (scene.place === 'mountains' || scene.place === 'winter') return [peaks, stripedSun];
  return [stripedSun, arcs, tiles, orbits, peaks, blocks];
}

const stripedSun: Composition = (context, { left, top, width, height }, { colors, paper }, random) => {
  const radius = Math.min(width, height) * 0.46;
  const x = left + width * (0.42 + random.next() * 0.26);
  const y = top + height * 0.54;
  disc(context, x, y, radius, colors[0]);
  context.fillStyle = paper;
  for (let row = 0; row < 9; row += 1) {
    context.fillRect(left, y + radius * (row * 0.13 - 0.06), width, radius * (0.012 + row * 0.011));
  }
  disc(context, x - radius * 1.15, y - radius * 0.72, radius * 0.2, colors[1]);
};

const arcs: Composition = (context, { left, top, width, height }, { colors, ink, paper }, random) => {
  const fromLeft = random.next() < 0.5;
  const x = fromLeft ? left : left + width;
  const radius = Math.hypot(width, height) * 0.86;
  const rings = [colors[0], paper, colors[1], ink, colors[2], paper, colors[0], colors[1], ink];
  for (const [index, color] of rings.entries()) {
    disc(context, x, top + height, radius * (1 - index / rings.length), color);
  }
};

const tiles: Composition = (context, { left, top, width, height }, { colors, ink, paper }, random) => {
  const columns = 5;
  const size = width / columns;
  for (let y = top; y < top + height; y += size) {
    for (let x = left; x < left + width - 1; x += size) {
      tile(
        context,
        x,
        y,
        size + 0.5,
        random.pick([...colors, ink, paper]),
        random.pick([...colors, ink, paper]),
        random,
      );
    }
  }
};

function tile(
  context: Context,
  x: number,
  y: number,
  size: number,
  ground: string,
  color: string,
  random: Random,
): void {
  context.fillStyle = ground;
  context.fillRect(x, y, size, size);
  const corner = random.below(4);
  const [cornerX, cornerY] = [x + (corner % 2) * size, y + Math.floor(corner / 2) * size];
  context.save();
  context.beginPath();
  context.rect(x, y, size, size);
  context.clip();
  const kind = random.below(4);
  if (kind === 0) disc(context, cornerX, cornerY, size, color);
  else if (kind === 1) disc(context, x + size / 2, y + size / 2, size * 0.34, color);
  else if (kind === 2)
    polygon(
      context,
      [
        [x, y],
        [x + size, y + size],
        [corner < 2 ? x : x + size, corner < 2 ? y + size : y],
      ],
      color,
    );
  else {
    disc(context, cornerX, cornerY, size, color);
    disc(context, cornerX, cornerY, size * 0.55, ground);
  }
  context.restore();
}

const orbits: Composition = (context, { left, top, width, height }, { colors, ink }, random) => {
  const [x, y] = [left + width * 0.5, top + height * 0.52];
  const reach = Math.min(width, height) * 0.48;
  disc(context, x, y, reach * 0.3, colors[0]);
  disc(context, x + reach * 0.07, y - reach * 0.06, reach * 0.24, mix(colors[0], '#ffffff', 0.25));
  for (let orbit = 0; orbit < 5; orbit += 1) {
    const radius = reach * (0.46 + orbit * 0.125);
    const angle = random.next() * Math.PI * 2;
    context.strokeStyle = ink;
    context.lineWidth = Math.max(1, reach * 0.008);
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.stroke();
    const color = colors[orbit % 3] ?? colors[0];
    disc(
      context,
      x + Math.cos(angle) * radius,
      y + Math.sin(angle) * radius,
      reach * (0.035 + random.next() * 0.06),
      color,
    );
  }
};

const waves: Composition = (context, { left, top, width, height }, { colors, ink, paper }, random) => {
  disc(
    context,
    left + width * (0.3 + random.next() * 0.4),
    top + height * 0.34,
    Math.min(width, height) * 0.24,
    colors[0],
  );
  const rows = [colors[1], paper, colors[2], ink, colors[1], ink];
  for (const [row, color] of rows.entries()) {
    const base = top + height * (0.46 + row * 0.1);
    const swell = height * 0.045;
    context.fillStyle = color;
    context.beginPath();
    for (let x = 0; x <= width; x += 4) {
      context.lineTo(left + x, base + Math.sin((x / width) * Math.PI * 5 + row * 1.7) * swell);
    }
    context.lineTo(left + width, top + height);
    context.lineTo(left, top + height);
    context.fill();
  }
};

const peaks: Composition = (context, { left, top, width, height }, { colors, ink }, random) => {
  const radius = Math.min(width, height) * 0.16;
  disc(context, left + width * (0.2 + random.next() * 0.6), top + height * 0.24, radius, colors[0]);
  for (const [index, color] of [colors[2], colors[1], ink].entries()) {
    const tip = left + width * (0.24 + index * 0.24 + random.next() * 0.1);
    const peak = top + height * (0.24 + index * 0.14);
    const half = width * (0.46 - index * 0.06);
    polygon(
      context,
      [
        [tip, peak],
        [tip + half, top + height],
        [tip - half, top + height],
      ],
      color,
    );
    polygon(
      context,
      [
        [tip, peak],
        [tip + half * 0.26, peak + (top + height - peak) * 0.26],
        [tip, peak + (top + height - peak) * 0.2],
        [tip - half * 0.26, peak + (top + height - peak) * 0.26],
      ],
      mix(color, '#ffffff', 0.55),
    );
  }
};

const blocks: Composition = (context, { left, top, width, height }, { colors, ink, paper }, random) => {
  const columns = 9;
  const step = width / columns;
  disc(context, left + width * 0.68, top + height * 0.3, Math.min(width, height) * 0.2, colors[0]);
  for (let column = 0; column < columns; column += 1) {
    const tall = height * (0.25 + random.next() * 0.6);
    const x = left + column * step;
    const color = random.pick([colors[1], colors[2], ink]);
    context.fillStyle = color;
    context.fillRect(x, top + height - tall, step + 0.5, tall);
    context.fillStyle = paper;
    for (let y = top + height - tall + step * 0.3; y < top + height - step * 0.3; y += step * 0.42) {
      for (const at of [0.18, 0.58])
        if (random.next() < 0.55) context.fillRect(x + step * at, y, step * 0.22, step * 0.2);
    }
  }
};
