/** Beyond the sky: clouds of gas, a planet with its ring, and the ground of a moon below. */
import { alpha, mix, shade } from '../art/color';
import { disc, glow, prerender } from '../art/drawing';
import { ridgeCurve } from './ridges';
import type { Layer, Stage } from './stage';
import { chances, panorama, shiftAt } from './stage';

type Context = Parameters<Layer['paint']>[0];

export function nebula(stage: Stage): Layer {
  const { random, noise } = chances(stage, 'nebula');
  const { width, height, scene } = stage;
  const canvas = prerender(width * 1.1, height, (context) => {
    context.globalCompositeOperation = 'lighter';
    for (let count = 0; count < 90; count += 1) {
      const along = random.next();
      const x = along * width * 1.1;
      const y = height * (0.42 + 0.3 * noise(along * 3) + (random.next() - 0.5) * 0.3);
      const color = random.pick(scene.palette.accents);
      glow(context, x, y, stage.unit * (80 + random.next() * 240), [
        [0, alpha(color, 0.11)],
        [0.5, alpha(color, 0.04)],
        [1, alpha(color, 0)],
      ]);
    }
  });
  return {
    paint: (context, moment) => {
      context.globalCompositeOperation = 'lighter';
      context.drawImage(canvas, -width * 0.05 + shiftAt(stage, 0.12, moment), 0);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

export function planet(stage: Stage): Layer {
  const { x, y } = stage.light;
  const radius = stage.unit * 210;
  const canvas = prerender(radius * 5, radius * 5, (context) => {
    context.translate(radius * 2.5, radius * 2.5);
    const [first, second] = stage.scene.palette.accents;
    glow(context, 0, 0, radius * 1.7, [
      [0.5, alpha(first, 0.45)],
      [1, alpha(first, 0)],
    ]);
    ring(context, stage, radius, second, Math.PI, Math.PI * 2);
    globe(context, stage, radius, first);
    ring(context, stage, radius, second, 0, Math.PI);
  });
  return {
    paint(context, moment) {
      const left = x - radius * 2.5 + shiftAt(stage, 0.22, moment);
      context.drawImage(canvas, left, y - radius * 2.5 - moment.seconds * stage.unit * 2);
    },
  };
}

function globe(context: Context, stage: Stage, radius: number, color: string): void {
  const { noise } = chances(stage, 'globe');
  context.save();
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.clip();
  context.rotate(-0.32);
  for (let y = -radius; y < radius; y += stage.unit * 3) {
    const band = noise((y / radius) * 4, 5) + 0.5 * noise((y / radius) * 13, 9);
    context.fillStyle = shade(mix(color, stage.scene.palette.sky[3], 0.35), band * 0.32);
    context.fillRect(-radius, y, radius * 2, stage.unit * 3.6);
  }
  context.rotate(0.32);
  // The night side.
  const shadow = context.createRadialGradient(
    -radius * 0.5,
    -radius * 0.5,
    radius * 0.3,
    -radius * 0.3,
    -radius * 0.3,
    radius * 1.5,
  );
  shadow.addColorStop(0, alpha('#ffffff', 0.22));
  shadow.addColorStop(0.4, alpha('#000000', 0));
  shadow.addColorStop(1, alpha('#02030a', 0.92));
  context.fillStyle = shadow;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
  context.restore();
}

function ring(context: Context, stage: Stage, radius: number, color: string, from: number, to: number): void {
  context.save();
  context.rotate(-0.32);
  context.scale(1, 0.26);
  for (const [place, opacity] of [
    [1.45, 0.5],
    [1.62, 0.75],
    [1.8, 0.4],
    [2.02, 0.22],
  ] as const) {
    context.strokeStyle = alpha(mix(color, '#ffffff', 0.35), opacity);
    context.lineWidth = stage.unit * 26;
    context.beginPath();
    context.arc(0, 0, radius * place, from, to);
    context.stroke();
  }
  context.restore();
}

export function moonGround(stage: Stage): Layer {
  const curve = ridgeCurve(stage, {
    part: 'moon ground',
    depth: 0.9,
    base: 0.93,
    rise: 0.07,
    frequency: 1.6,
    roughness: 3,
  });
  const { random } = chances(stage, 'craters');
  const color = mix(stage.scene.palette.land[1], '#8a8fa3', 0.25);
  return panorama(stage, 0.9, stage.height * 0.7, (context, { left, right }) => {
    context.fillStyle = color;
    context.beginPath();
    for (let x = left; x <= right; x += 4) context.lineTo(x, curve(x));
    context.lineTo(right, stage.height);
    context.lineTo(left, stage.height);
    context.fill();
    for (let count = 0; count < 26; count += 1) {
      const x = left + random.next() * (right - left);
      const y = curve(x) + random.next() * stage.height * 0.14 + stage.unit * 14;
      const size = stage.unit * (8 + random.next() * 34);
      context.save();
      context.translate(x, y);
      context.scale(1, 0.3);
      disc(context, 0, 0, size, alpha(shade(color, 0.25), 0.8));
      disc(context, size * 0.08, size * 0.16, size * 0.88, alpha(shade(color, -0.4), 0.9));
      context.restore();
    }
  });
}
