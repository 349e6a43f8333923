/** Sea, lake or river: the sky upside down, darker, with light dancing on it. */
import { alpha, mix } from '../art/color';
import { verticalGradient } from '../art/drawing';
import type { Layer, Stage } from './stage';
import { chances, shiftAt } from './stage';

/** Covers everything below `line` (pixels from the top) with a mirror of what was painted before. */
export function water(stage: Stage, line: number): Layer {
  const { width, height, scene } = stage;
  const { sky, land } = scene.palette;
  const ripples = createRipples(stage);
  return {
    paint(context, moment) {
      context.save();
      context.beginPath();
      context.rect(0, line, width, height - line);
      context.clip();
      context.save();
      context.translate(0, line * 2);
      context.scale(1, -1);
      context.drawImage(context.canvas, 0, 0);
      context.restore();
      context.fillStyle = verticalGradient(context, line, height, [
        [0, alpha(mix(sky[3], sky[2], 0.4), 0.25)],
        [0.35, alpha(mix(sky[1], land[1], 0.4), 0.55)],
        [1, alpha(mix(sky[0], land[2], 0.6), 0.88)],
      ]);
      context.fillRect(0, line, width, height - line);
      for (const ripple of ripples) paintRipple(stage, context, line, ripple, moment);
      context.restore();
    },
  };
}

interface Ripple {
  /** 0 at the horizon, 1 at the lower edge. */
  readonly near: number;
  readonly across: number;
  readonly length: number;
  readonly phase: number;
  /** In the path of the light. */
  readonly isGlint: boolean;
}

function createRipples(stage: Stage): Ripple[] {
  const { random } = chances(stage, 'ripples');
  return Array.from({ length: 420 }, (_, index) => {
    const near = random.next() ** 1.6;
    const isGlint = index % 5 < 3;
    // The path of the light widens towards the viewer.
    const spread = (random.next() + random.next() - 1) * (0.05 + near * 0.2);
    return {
      near,
      across: isGlint ? stage.light.x / stage.width + spread : random.next(),
      length: (14 + near * 90) * (0.4 + random.next() * 0.8) * (isGlint ? 0.5 : 1),
      phase: random.next() * Math.PI * 2,
      isGlint,
    };
  });
}

function paintRipple(
  stage: Stage,
  context: Parameters<Layer['paint']>[0],
  line: number,
  ripple: Ripple,
  moment: Moment,
): void {
  const { width, height, unit, scene } = stage;
  const swell = Math.sin(ripple.phase + moment.seconds * (1.1 + ripple.near));
  const opacity = (ripple.isGlint ? 0.2 + 0.5 * swell : 0.05 + 0.07 * swell) * (1 - ripple.near * 0.35);
  if (opacity <= 0) return;
  const x =
    ripple.across * width + shiftAt(stage, 0.2 + ripple.near * 0.8, moment) + swell * unit * 6 * ripple.near;
  const y = line + ripple.near * (height - line) + swell * unit * 2 * ripple.near;
  const half = (ripple.length * unit) / 2;
  context.strokeStyle = alpha(ripple.isGlint ? scene.palette.glow : scene.palette.sky[3], opacity);
  context.lineWidth = unit * (0.8 + ripple.near * 3.2);
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x - half, y);
  context.lineTo(x + half, y);
  context.stroke();
}

type Moment = Parameters<Layer['paint']>[1];
