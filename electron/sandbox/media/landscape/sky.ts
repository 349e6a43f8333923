/** Everything above the horizon that is not ground: color, stars, sun or moon, clouds. */
import { alpha, mix } from '../art/color';
import { disc, glow, prerender, verticalGradient } from '../art/drawing';
import type { Layer, Moment, Stage } from './stage';
import { chances, shiftAt } from './stage';

export function sky(stage: Stage): Layer {
  const { width, height, horizon, light, scene } = stage;
  const [zenith, high, low, edge] = scene.palette.sky;
  const canvas = prerender(width, height, (context) => {
    context.fillStyle = verticalGradient(context, 0, horizon * 1.04, [
      [0, zenith],
      [0.42, high],
      [0.8, low],
      [1, edge],
    ]);
    context.fillRect(0, 0, width, height);
    const strength = scene.hour === 'night' ? 0.3 : 0.75;
    glow(context, light.x, light.y, Math.max(width, height) * 0.62, [
      [0, alpha(scene.palette.glow, strength)],
      [0.18, alpha(scene.palette.glow, strength * 0.42)],
      [0.5, alpha(edge, strength * 0.2)],
      [1, alpha(edge, 0)],
    ]);
  });
  return { paint: (context) => context.drawImage(canvas, 0, 0) };
}

export function stars(stage: Stage): Layer {
  const { width, horizon, unit, scene } = stage;
  const { random } = chances(stage, 'stars');
  const amount = scene.place === 'space' ? 520 : 260;
  const all = Array.from({ length: amount }, () => ({
    x: random.next() * width,
    y: random.next() ** 1.3 * horizon,
    radius: (0.5 + random.next() ** 6 * 2.2) * unit,
    phase: random.next() * Math.PI * 2,
    rate: 1 + random.next() * 3,
    color: mix('#ffffff', random.pick(scene.palette.accents), random.next() * 0.4),
  }));
  return {
    paint(context, moment) {
      const shift = shiftAt(stage, 0.03, moment);
      for (const star of all) {
        const twinkle = 0.62 + 0.38 * Math.sin(star.phase + moment.seconds * star.rate);
        const fade = 1 - (star.y / horizon) ** 2;
        disc(context, star.x + shift, star.y, star.radius, alpha(star.color, twinkle * fade));
      }
    },
  };
}

export function sunOrMoon(stage: Stage): Layer {
  const { x, y, radius } = stage.light;
  const { glow: color } = stage.scene.palette;
  const halo = prerender(radius * 8, radius * 8, (context) => {
    glow(context, radius * 4, radius * 4, radius * 4, [
      [0.22, alpha(color, 0.55)],
      [0.4, alpha(color, 0.2)],
      [1, alpha(color, 0)],
    ]);
    disc(context, radius * 4, radius * 4, radius, color);
    if (stage.scene.light === 'moon') moonFace(stage, context);
  });
  return {
    paint(context, moment) {
      const lift = moment.seconds * stage.unit * 2;
      context.drawImage(halo, x - radius * 4 + shiftAt(stage, 0.05, moment), y - radius * 4 - lift);
    },
  };
}

function moonFace(stage: Stage, context: Parameters<typeof disc>[0]): void {
  const { radius } = stage.light;
  const { random } = chances(stage, 'moon');
  context.save();
  context.beginPath();
  context.arc(radius * 4, radius * 4, radius, 0, Math.PI * 2);
  context.clip();
  for (let count = 0; count < 9; count += 1) {
    const [angle, far] = [random.next() * Math.PI * 2, random.next() * radius * 0.85];
    const crater = radius * (0.08 + random.next() * 0.2);
    const [left, top] = [radius * 4 + Math.cos(angle) * far, radius * 4 + Math.sin(angle) * far];
    disc(context, left, top, crater, alpha(mix(stage.scene.palette.glow, '#223355', 0.35), 0.22));
  }
  context.restore();
}

interface Cloud {
  readonly image: ReturnType<typeof prerender>;
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  /** Pixels a second. */
  readonly drift: number;
}

export function clouds(stage: Stage): Layer {
  const { random } = chances(stage, 'clouds');
  const amount = stage.scene.weather === 'rain' ? 12 : 4 + random.below(4);
  const all = Array.from({ length: amount }, () =>
    createCloud(stage, random.next(), random.next(), random.next()),
  );
  return {
    paint(context, moment: Moment) {
      for (const cloud of all) {
        const left = cloud.x + cloud.drift * moment.seconds + shiftAt(stage, cloud.depth, moment);
        context.drawImage(cloud.image, left, cloud.y);
      }
    },
  };
}

function createCloud(stage: Stage, across: number, up: number, large: number): Cloud {
  const { width: frame, horizon, unit } = stage;
  const width = (260 + large * 420) * unit;
  const height = width * 0.26;
  return {
    image: prerender(width, height, (context) => puffs(stage, context, width, height, `cloud ${across}`)),
    x: across * (frame + width) - width,
    y: (0.06 + up * 0.72) * horizon - height / 2,
    depth: 0.08 + large * 0.12,
    drift: (4 + large * 12) * unit,
  };
}

function puffs(
  stage: Stage,
  context: Parameters<typeof disc>[0],
  width: number,
  height: number,
  part: string,
): void {
  const { random } = chances(stage, part);
  const { sky: colors, glow: light } = stage.scene.palette;
  const isDark = stage.scene.weather === 'rain' || stage.scene.hour === 'night';
  const color = isDark ? mix(colors[2], colors[0], 0.35) : mix(colors[3], light, 0.6);
  for (let count = 0; count < 26; count += 1) {
    const place = random.next();
    // Highest in the middle, thin at the ends.
    const bulge = Math.sin(place * Math.PI);
    const radius = height * (0.16 + 0.3 * bulge * random.next());
    const x = radius + place * (width - radius * 2);
    const y = height * 0.68 - bulge * random.next() * height * 0.36;
    glow(context, x, y, radius, [
      [0, alpha(color, 0.34)],
      [0.6, alpha(color, 0.13)],
      [1, alpha(color, 0)],
    ]);
  }
}
