/** Requests for media in the words of other gateways. */
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';

/** OpenAI's video request: `seconds` as text, and `size` as width by height instead of lines. */
export function toSecondsAndSize(body: JsonRecord): JsonRecord {
  const { duration, resolution, ...rest } = body;
  const seconds = numberOrNull(duration);
  const size = sizeOfLines(resolution);
  return {
    ...(seconds !== null && { seconds: String(seconds) }),
    ...(size !== null && { size }),
    ...rest,
  };
}

/** `720p` as 1280x720: videos are wide unless asked otherwise. */
function sizeOfLines(resolution: unknown): string | null {
  const lines = Number(/^(\d{2,5})p$/.exec(textOrNull(resolution) ?? '')?.[1] ?? Number.NaN);
  // Encoders take even widths only.
  return Number.isNaN(lines) ? null : `${Math.round((lines * 8) / 9) * 2}x${lines}`;
}

/** `size` as two numbers. */
export function toWidthAndHeight(body: JsonRecord): JsonRecord {
  const { size, ...rest } = body;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(textOrNull(size) ?? '') ?? [];
  return width === undefined ? body : { width: Number(width), height: Number(height), ...rest };
}

/** Fields under the names that a gateway has for them, each where it was. */
export const renamed = (body: JsonRecord, names: Readonly<Record<string, string>>): JsonRecord =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]));

/** A picture by way of the chat, for gateways that have no other. What only a picture's request knows is left out. */
export function toImageChat(body: JsonRecord): JsonRecord {
  const { prompt, size, output_format, strength, guidance_scale, ...rest } = body;
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
