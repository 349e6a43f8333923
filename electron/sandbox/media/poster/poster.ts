/** The model "poster": the prompt set in large type below a geometric composition. */
import { contrasting, lightness, mix, shade } from '../art/color';
import type { Context, Size } from '../art/drawing';
import { setFont } from '../art/fonts';
import { chanceFor } from '../art/scene';
import type { Scene } from '../art/scene-words';
import { type Area, type Inks, paintShapes } from './shapes';
import { fitLines, printable } from './typeset';

export function paintPoster(context: Context, scene: Scene, { width, height }: Size): void {
  const inks = mixInks(scene);
  const margin = Math.min(width, height) * 0.07;
  const inner = { left: margin, width: width - margin * 2 };
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, width, height);
  const header = margin * 0.55;
  const shapes: Area = { ...inner, top: margin + header, height: (height - margin * 2 - header) * 0.56 };
  const textTop = shapes.top + shapes.height + margin * 0.7;
  paintShapes(context, scene, shapes, inks);
  paintHeader(context, scene, inks, { ...inner, top: margin, height: header });
  paintTitle(context, scene, inks, { ...inner, top: textTop, height: height - margin - textTop });
}

function mixInks(scene: Scene): Inks {
  const { palette, hour } = scene;
  const isNight = hour === 'night' || (hour === 'dusk' && chanceFor(scene, 'paper').next() < 0.5);
  const paper = isNight ? mix(palette.sky[0], '#0d0f1e', 0.3) : mix(palette.sky[3], '#fbf3e4', 0.72);
  const ink = isNight ? mix(palette.glow, '#fff4df', 0.6) : shade(palette.land[2], -0.25);
  const readable = (color: string): string =>
    Math.abs(lightness(color) - lightness(paper)) < 0.16 ? mix(color, ink, 0.4) : color;
  const [first, second, third] = palette.accents;
  return { paper, ink, colors: [readable(first), readable(second), readable(third)] };
}

function paintHeader(context: Context, scene: Scene, inks: Inks, { left, top, width, height }: Area): void {
  const size = height * 0.42;
  context.fillStyle = inks.ink;
  setFont(context, size, 600);
  context.letterSpacing = `${(size * 0.06).toFixed(2)}px`;
  context.textBaseline = 'top';
  context.textAlign = 'left';
  context.fillText(scene.place.toUpperCase(), left, top);
  context.textAlign = 'center';
  context.fillText(scene.hour.toUpperCase(), left + width / 2, top);
  context.textAlign = 'right';
  context.fillText(`No. ${String((scene.seed >>> 0) % 1000).padStart(3, '0')}`, left + width, top);
}

function paintTitle(context: Context, scene: Scene, inks: Inks, area: Area): void {
  const { left, top, width, height } = area;
  context.fillStyle = contrasting(inks.paper, inks.ink, inks.colors[0]);
  const title = printable(scene.prompt);
  const set = fitLines(context, title, { width, height }, 800);
  setFont(context, set.size, 800);
  context.letterSpacing = `${(-0.028 * set.size).toFixed(2)}px`;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const [index, line] of set.lines.entries()) {
    context.fillText(line, left, top + set.size * 0.78 + index * set.lineHeight);
  }
}
