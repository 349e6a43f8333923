/** Lines and ratio of a video as one size, for gateways that know no ratio. */
import { ratioTerms, videoShapeOf } from '../../../shared/modalities/video-size';
import { type JsonRecord, numberOrNull } from '../parse/json';
import { ratioOf } from './media-requests';

/** Sizes that a service takes, by the lines that each belongs to. */
export type NamedSizes = Readonly<Record<string, readonly string[]>>;

interface Shaped {
  /** `null` where the body asks for no shape. */
  readonly size: string | null;
  /** The body without what became part of the size. */
  readonly rest: JsonRecord;
}

/**
 * `720p` as 1280x720, with `9:16` as 720x1280: the lines are those of the shorter side. Videos are wide unless asked
 * otherwise. A word in place of a ratio, such as `adaptive` in extra parameters, stays a field.
 *
 * @param named the sizes that the service takes; of other lines any size is asked for
 */
export function sizeOfVideo(body: JsonRecord, named: NamedSizes = {}): Shaped {
  const { resolution, aspect_ratio: ratio, ...others } = body;
  const isWord = ratio !== undefined && ratioTerms(ratio) === null;
  const rest = { ...(isWord && { aspect_ratio: ratio }), ...others };
  const shape = videoShapeOf(resolution, ratio);
  if (shape === null) return { size: null, rest };
  const size = `${shape.width}x${shape.height}`;
  return { size: nearest(size, named[shape.lines] ?? []) ?? size, rest };
}

/** The size of the service whose shape is the nearest. */
function nearest(size: string, sizes: readonly string[]): string | undefined {
  const ratio = ratioOf(
    size,
    sizes.map((one) => one.replace('x', ':')),
  );
  return sizes.find((one) => one.replace('x', ':') === ratio);
}

/** QuantumNous/new-api, relay/channel/task/ali/adaptor.go */
export const wanSizes: NamedSizes = {
  480: ['832x480', '480x832', '624x624'],
  720: ['1280x720', '720x1280', '960x960', '1088x832', '832x1088'],
  1080: ['1920x1080', '1080x1920', '1440x1440', '1632x1248', '1248x1632'],
};

/** docs.siliconflow.com/en/api-reference/videos */
export const siliconflowSizes: NamedSizes = { 720: ['1280x720', '720x1280', '960x960'] };

/** OpenAI's video request: `seconds` as text, and `size` as width by height instead of lines and a ratio. */
export function toSecondsAndSize(body: JsonRecord): JsonRecord {
  const { size, rest } = sizeOfVideo(body);
  const { duration, ...others } = rest;
  const seconds = numberOrNull(duration);
  return {
    ...(seconds !== null && { seconds: String(seconds) }),
    ...(size !== null && { size }),
    ...others,
  };
}
