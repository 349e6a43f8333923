/** Single features of a landscape: the mountain of fire, the meadow, the mist, the dark corners. */
import { alpha, mix } from '../art/color';
import type { Context } from '../art/drawing';
import { glow, prerender } from '../art/drawing';
import { ridgeCurve } from './ridges';
import type { Layer, Stage } from './stage';
import { chances, panorama } from './stage';

/** A mountain of fire with lava running down its side. */
export function cone(stage: Stage): Layer {
  const { width, height, unit } = stage;
  const { noise } = chances(stage, 'cone');
  const middle = width - stage.light.x;
  const top = height * 0.36;
  const side = (x: number): number => {
    const away = Math.abs(x - middle) / (unit * 620);
    return (
      Math.max(top, top + (away - 0.12) ** 0.8 * height * 0.44 || top) + noise(x / (unit * 24)) * unit * 8
    );
  };
  return panorama(stage, 0.4, 0, (context, { left, right }) => {
    glow(context, middle, top, unit * 460, [
      [0, alpha('#ffb347', 0.9)],
      [0.25, alpha('#ff5a1f', 0.5)],
      [1, alpha('#ff2a00', 0)],
    ]);
    context.fillStyle = '#2a151a';
    context.beginPath();
    for (let x = left; x <= right; x += 3) context.lineTo(x, side(x));
    context.lineTo(right, height);
    context.lineTo(left, height);
    context.fill();
    for (let stream = 0; stream < 5; stream += 1) lava(stage, context, middle, top, stream);
  });
}

function lava(stage: Stage, context: Context, middle: number, top: number, stream: number): void {
  const { noise } = chances(stage, `lava ${stream}`);
  const lean = (stream - 2) * 0.34;
  for (const [width, color] of [
    [20, '#ff3d0044'],
    [9, '#ff6a1fcc'],
    [3.4, '#ffd98a'],
  ] as const) {
    context.strokeStyle = color;
    context.lineCap = 'round';
    context.beginPath();
    for (let step = 0; step <= 40; step += 1) {
      const down = step / 40;
      const x =
        middle +
        (stream - 2) * stage.unit * 24 +
        down * lean * stage.unit * 420 +
        noise(down * 6) * stage.unit * 26;
      context.lineTo(x, top + stage.unit * 8 + down * stage.height * (0.5 - Math.abs(lean) * 0.12));
    }
    context.lineWidth = width * stage.unit;
    context.stroke();
  }
}

export function flowers(stage: Stage): Layer {
  const { random } = chances(stage, 'flowers');
  const curve = ridgeCurve(stage, {
    part: 'meadow',
    depth: 0.95,
    base: 1.04,
    rise: 0.11,
    frequency: 1.3,
    roughness: 2,
  });
  const ground = mix(stage.scene.palette.land[2], '#3f7a35', stage.scene.hour === 'night' ? 0.15 : 0.5);
  return panorama(stage, 0.95, stage.height * 0.8, (context, { left, right }) => {
    context.fillStyle = ground;
    context.beginPath();
    for (let x = left; x <= right; x += 4) context.lineTo(x, curve(x));
    context.lineTo(right, stage.height);
    context.lineTo(left, stage.height);
    context.fill();
    for (let count = 0; count < 700; count += 1) {
      const x = left + random.next() * (right - left);
      const down = random.next();
      const y = curve(x) + down * stage.height * 0.17;
      const size = stage.unit * (2 + down * 6) * (0.6 + random.next() * 0.6);
      context.fillStyle = mix(random.pick(stage.scene.palette.accents), ground, 0.15 + (1 - down) * 0.25);
      context.beginPath();
      context.ellipse(x, y, size, size * 0.7, 0, 0, Math.PI * 2);
      context.fill();
    }
  });
}

export function mist(stage: Stage): Layer {
  const { random } = chances(stage, 'mist');
  const color = mix(
    stage.scene.palette.sky[3],
    stage.scene.palette.sky[1],
    stage.scene.hour === 'night' ? 0.6 : 0.15,
  );
  return panorama(stage, 0.5, stage.height * 0.5, (context, { left, right }) => {
    for (let count = 0; count < 14; count += 1) {
      const x = left + random.next() * (right - left);
      const y = stage.height * (0.68 + random.next() * 0.22);
      context.save();
      context.translate(x, y);
      context.scale(1, 0.22);
      glow(context, 0, 0, stage.unit * (260 + random.next() * 320), [
        [0, alpha(color, 0.26)],
        [1, alpha(color, 0)],
      ]);
      context.restore();
    }
  });
}

/** Darker corners hold the picture together. */
export function vignette({ width, height }: Stage): Layer {
  const canvas = prerender(width, height, (context) => {
    const radius = Math.hypot(width, height) / 2;
    const gradient = context.createRadialGradient(
      width / 2,
      height / 2,
      radius * 0.55,
      width / 2,
      height / 2,
      radius,
    );
    gradient.addColorStop(0, alpha('#000000', 0));
    gradient.addColorStop(1, alpha('#050510', 0.34));
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  });
  return { paint: (context) => context.drawImage(canvas, 0, 0) };
}
