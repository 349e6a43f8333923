/** Requests for media in the words of other gateways. */
import type { GatewayId } from '../../../shared/gateways/gateways';
import { mediaFieldOf, mediaSettings, usualMediaFields } from '../../../shared/gateways/media-settings';
import { isRecord, type JsonRecord, textOrNull } from '../parse/json';

/** `1024x768` as two numbers. */
export function widthAndHeightOf(size: unknown): { readonly width: number; readonly height: number } | null {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(textOrNull(size) ?? '') ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}

/** `size` as two numbers. */
export function toWidthAndHeight(body: JsonRecord): JsonRecord {
  const { size, ...rest } = body;
  const shape = widthAndHeightOf(size);
  return shape === null ? body : { ...shape, ...rest };
}

/** Settings under the names that the gateway documents; those that it does not are left out. */
export function withMediaSettings(
  gateway: GatewayId,
  operation: 'images' | 'videos',
  body: JsonRecord,
): JsonRecord {
  const moved = new Map<string, string | null>(
    mediaSettings.map((setting) => [usualMediaFields[setting], mediaFieldOf(gateway, operation, setting)]),
  );
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const place = moved.has(name) ? moved.get(name) : name;
    if (place != null) putAt(written, place.split('.'), value);
  }
  return written;
}

/** What is there already, such as in extra parameters, stays beside it. */
function putAt(body: Record<string, unknown>, [name = '', inner]: readonly string[], value: unknown): void {
  const before = body[name];
  const kept = isRecord(before) ? before : {};
  if (inner !== undefined) body[name] = { ...kept, [inner]: value };
  else body[name] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
}

/** A picture by way of the chat, for gateways that have no other. What only a picture's request knows is left out. */
export function toImageChat(body: JsonRecord): JsonRecord {
  const { prompt, size, output_format, ...rest } = body;
  return { messages: [{ role: 'user', content: prompt }], modalities: ['text', 'image'], ...rest };
}

/** The model's record with what its capabilities list says it takes and gives. */
export function withModalities(
  record: JsonRecord,
  input: readonly string[],
  output: readonly string[],
): JsonRecord {
  const { capabilities, ...rest } = record;
  const known = isRecord(capabilities) ? capabilities : {};
  return { ...rest, capabilities: { ...known, modalities: { input, output } } };
}

const usualRatios = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'] as const;
const shapeOf = (width: number, height: number) => Math.log(width / height);

/** `1024x768` as `4:3`: the nearest of the ratios that services take, where `1792x1024` would be `7:4`. */
export function ratioOf(size: unknown, ratios: readonly string[] = usualRatios): string | null {
  const { width = 0, height = 0 } = widthAndHeightOf(size) ?? {};
  if (width === 0 || height === 0) return null;
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(shapeOf(across, down) - shapeOf(width, height));
  };
  return ratios.reduce<string | null>(
    (nearest, one) => (nearest === null || distance(one) < distance(nearest) ? one : nearest),
    null,
  );
}
