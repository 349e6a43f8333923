/** Names of result files: a template with placeholders, filled with the values at submit, safe on every system. */
import { templatePlaces } from './media';

export type TemplatePlace = (typeof templatePlaces)[number];

/** Text for each placeholder; empty where there is none, for example a seed. */
export type FileNameValues = Readonly<Record<TemplatePlace, string>>;

export type TemplateCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string /** The part that is wrong. */; readonly place: string };

/** UTF-8 bytes of a whole name; file systems end at 255, and ` (2)` or a sync program's suffix must still fit. */
const MAX_NAME_BYTES = 120;

/** Nothing after this many characters can still be part of a name. */
const MAX_VALUE_CHARACTERS = 1_000;

const PLACE = /\{([^{}]*)\}/g;

/** Names that Windows keeps for devices, whatever their extension. */
export const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Whether every placeholder of a template is known, and what is wrong with the first one that is not. */
export function checkTemplate(template: string): TemplateCheck {
  const wrong = [...template.matchAll(PLACE)].find(([, name = '']) => !isPlace(name));
  if (wrong) return refusal(`Unknown placeholder ${wrong[0]}; use ${placeList()}.`, wrong[0]);
  const brace = /[{}]/.exec(template.replace(PLACE, ''))?.[0];
  if (brace)
    return refusal(
      `A placeholder is a word between braces, such as {date}; this ${brace} has no match.`,
      brace,
    );
  return template.trim() === ''
    ? refusal(`Enter at least one word or placeholder: ${placeList()}.`, '')
    : { ok: true };
}

/**
 * A file's name with its extension, at most 120 bytes long and valid on every system. Where it would be longer, the
 * prompt is cut first. A placeholder without a value is removed together with its separator.
 * @param extension without a dot
 */
export function fileNameFor(template: string, values: FileNameValues, extension: string): string {
  const ending = extension
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 8);
  const suffix = ending === '' ? '' : `.${ending}`;
  const room = MAX_NAME_BYTES - suffix.length - '_'.length;
  const whole = stemOf(template, values);
  if (utf8Bytes(whole) <= room) return whole + suffix;
  const others = utf8Bytes(stemOf(template, { ...values, prompt: 'x' })) - 'x'.length;
  const prompt = clipToBytes(safeText(values.prompt), Math.max(0, room - others));
  // A prompt that is used twice, or values that are too long by themselves, are cut at the end.
  const shortened = clipToBytes(stemOf(template, { ...values, prompt }), room);
  return finishStem(shortened) + suffix;
}

/**
 * A day and a time of day that sort as text: `2026-11-20` and `14-05-09`.
 * @param at milliseconds since the epoch
 * @param offsetMinutes how far local time is ahead of UTC: `-new Date(at).getTimezoneOffset()`
 */
export function localDateAndTime(at: number, offsetMinutes: number): { date: string; time: string } {
  const [date = '', time = ''] = new Date(at + offsetMinutes * 60_000).toISOString().split('T');
  return { date, time: time.slice(0, 8).replaceAll(':', '-') };
}

/** A file name that you chose, made safe in the same way. */
export function safeFileName(name: string, extension: string): string {
  const suffix = new RegExp(`\\.${extension.replace(/[^a-z0-9]/gi, '')}$`, 'i');
  const values = { date: '', time: '', model: '', seed: '', id: '', prompt: name.replace(suffix, '') };
  return fileNameFor('{prompt}', values, extension);
}

function stemOf(template: string, values: FileNameValues): string {
  const filled = safeText(template).replace(PLACE, (place, name: string) =>
    isPlace(name) ? safeText(values[name]) : place,
  );
  return finishStem(filled);
}

function finishStem(text: string): string {
  const stem = text.replace(/([-_. ])(?:[-_. ]*\1)+/g, '$1').replace(/^[-_. ]+|[-_. ]+$/g, '');
  if (stem === '') return 'untitled';
  return deviceName.test(stem) ? `_${stem}` : stem;
}

/**
 * One line of plain characters: no control characters, no invisible or direction-changing marks (only the joiners that
 * scripts and emoji need), and a dash for each character that some system refuses.
 */
function safeText(text: string): string {
  return text
    .slice(0, MAX_VALUE_CHARACTERS)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{C}\ufffd]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .trim();
}

function clipToBytes(text: string, maxBytes: number): string {
  let clipped = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    bytes += utf8Bytes(segment);
    if (bytes > maxBytes) break;
    clipped += segment;
  }
  return clipped;
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
const isPlace = (name: string): name is TemplatePlace => (templatePlaces as readonly string[]).includes(name);
const placeList = () => templatePlaces.map((place) => `{${place}}`).join(' ');
const refusal = (message: string, place: string): TemplateCheck => ({ ok: false, message, place });
