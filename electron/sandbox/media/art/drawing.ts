/** Small helpers over the canvas that every picture uses. */
import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas } from '@napi-rs/canvas';
import type { PixelSize } from '../formats';

export type Context = SKRSContext2D;

export type Size = PixelSize;

/** `[place from 0 to 1, color]`, in order. */
export type Stops = readonly (readonly [number, string])[];

/** A gradient from the top edge to the bottom edge. */
export function verticalGradient(
  context: Context,
  top: number,
  bottom: number,
  stops: Stops,
): CanvasGradient {
  const gradient = context.createLinearGradient(0, top, 0, bottom);
  for (const [place, color] of stops) gradient.addColorStop(place, color);
  return gradient as CanvasGradient;
}

/** A round light that fades to nothing at `radius`. */
export function glow(context: Context, x: number, y: number, radius: number, stops: Stops): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  for (const [place, color] of stops) gradient.addColorStop(place, color);
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

export function disc(context: Context, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

export function polygon(
  context: Context,
  points: readonly (readonly [number, number])[],
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
  context.fill();
}

/** Draws once what is shown many times. */
export function prerender(width: number, height: number, draw: (context: Context) => void): Canvas {
  const canvas = createCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  draw(canvas.getContext('2d'));
  return canvas;
}

/** Over the whole frame, the edges of the picture cut off where it has another shape. */
export function drawCovering(context: Context, picture: Image, { width, height }: Size): void {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
}
