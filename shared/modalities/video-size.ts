/** What lines and a ratio are in pixels. */

/** What most services mean where a request names no lines. */
const USUAL_LINES = 720;

export interface VideoShape {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
}

/**
 * `720p` as 1280 × 720, with `9:16` as 720 × 1280: the lines are those of the shorter side. Videos are wide unless asked
 * otherwise.
 *
 * @returns `null` where neither is asked for in figures
 */
export function videoShapeOf(resolution: unknown, ratio: unknown): VideoShape | null {
  const lines = linesOf(resolution);
  const terms = ratioTerms(ratio);
  if (lines === null && terms === null) return null;
  const shorter = lines ?? USUAL_LINES;
  const [across, down] = terms ?? [16, 9];
  // Encoders take even sides only.
  const longer = Math.round((shorter * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  const sides = across >= down ? { width: longer, height: shorter } : { width: shorter, height: longer };
  return { ...sides, lines: shorter };
}

function linesOf(resolution: unknown): number | null {
  const [, lines] = (typeof resolution === 'string' && /^(\d{2,5})p$/i.exec(resolution)) || [];
  return lines === undefined ? null : Number(lines);
}

/** `9:16` as two numbers; `null` for a word such as `adaptive`. */
export function ratioTerms(ratio: unknown): readonly [number, number] | null {
  const [, across, down] = (typeof ratio === 'string' && /^([1-9]\d?):([1-9]\d?)$/.exec(ratio)) || [];
  return across === undefined ? null : [Number(across), Number(down)];
}
