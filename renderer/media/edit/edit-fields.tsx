import type { EditOperation } from '../../../shared/media/edits';
import type { MediaItem } from '../../../shared/media/media';
import { Button } from '../../ui/button';
import type { EditRequest, FilmFormat, PictureFormat, SoundFormat } from './edit-request';
import { Choice, NumberOf, Row } from './form-parts';

/** All fields of the dialog; which of them count depends on the operation. */
export interface EditFields {
  readonly operation: EditOperation;
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly format: string;
  readonly columns: number;
  readonly rows: number;
  readonly gifWidth: number;
  readonly framesPerSecond: number;
  readonly left: number;
  readonly top: number;
  readonly cutWidth: number;
  readonly cutHeight: number;
  readonly turn: number;
  readonly width: number;
}

const operations: Readonly<Record<'image' | 'audio' | 'video', Partial<Record<EditOperation, string>>>> = {
  image: { adjust: 'Crop, rotate, resize' },
  audio: { trim: 'Trim', convert: 'Convert' },
  video: {
    trim: 'Trim',
    convert: 'Convert',
    still: 'Still image',
    contactSheet: 'Contact sheet',
    gif: 'GIF',
  },
};
const formats: Readonly<Record<'image' | 'audio' | 'video', Readonly<Record<string, string>>>> = {
  image: { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' },
  audio: { wav: 'WAV', ogg: 'Opus in Ogg' },
  video: { webm: 'WebM', mp4: 'MP4' },
};
const LONGEST_GIF_SECONDS = 30;

/** A part of an MP3 stays one: its frames are kept. */
const ofPart: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'audio/mpeg': { mp3: 'MP3' } };

const formatsOf = (item: MediaItem, operation: EditOperation): Readonly<Record<string, string>> => ({
  ...(operation === 'trim' && ofPart[item.contentType]),
  ...formats[kindOf(item)],
});

type Kind = keyof typeof operations;
const kindOf = ({ kind }: MediaItem): Kind => (kind === 'image' || kind === 'audio' ? kind : 'video');
const lengthOf = ({ durationMs }: MediaItem): number => (durationMs ?? 0) / 1_000;

/** What cameras and phones write is copied into MP4 as it is. */
const likeType = (contentType: string): string =>
  contentType.replace(/quicktime|3gpp/, 'mp4').replace('audio/mpeg', 'audio/mp3');

function firstFormat(item: MediaItem, operation: EditOperation): string {
  const offered = Object.keys(formatsOf(item, operation));
  return offered.find((one) => likeType(item.contentType).includes(one)) ?? offered[0] ?? '';
}

/** Another edit of the same file, in a format that it has. */
const withOperation = (item: MediaItem, operation: EditOperation, format: string) => ({
  operation,
  format: format in formatsOf(item, operation) ? format : firstFormat(item, operation),
});

/** What leaves the file as it is. */
export function firstFields(item: MediaItem): EditFields {
  const [width, height] = [item.width ?? 1, item.height ?? 1];
  const operation = item.kind === 'image' ? 'adjust' : 'trim';
  return {
    operation,
    start: 0,
    end: lengthOf(item),
    at: 0,
    format: firstFormat(item, operation),
    columns: 4,
    rows: 3,
    gifWidth: Math.min(480, width),
    framesPerSecond: 10,
    left: 0,
    top: 0,
    cutWidth: width,
    cutHeight: height,
    turn: 0,
    width,
  };
}

export function requestOf(item: MediaItem, fields: EditFields): EditRequest {
  const { operation, start, end, at, columns, rows, gifWidth, framesPerSecond } = fields;
  const { left, top, cutWidth, cutHeight, turn, width } = fields;
  switch (operation) {
    case 'trim':
      return { operation, start, end, format: fields.format as SoundFormat | FilmFormat };
    case 'convert':
      return { operation, start: 0, end: lengthOf(item), format: fields.format as SoundFormat | FilmFormat };
    case 'still':
      return { operation, at };
    case 'contactSheet':
      return { operation, columns, rows };
    case 'gif':
      return { operation, start, end, width: gifWidth, framesPerSecond };
    case 'join':
      return { operation };
    case 'adjust':
      return {
        operation,
        left,
        top,
        cutWidth,
        cutHeight,
        turn,
        width,
        format: fields.format as PictureFormat,
      };
  }
}

/** What becomes of the file, where a person would expect something else; empty where not. */
export const partNote = ({ operation, format }: Pick<EditFields, 'operation' | 'format'>): string =>
  operation === 'trim' && format === 'mp3'
    ? 'The MP3 isn’t encoded again: a few frames beside the part stay in the file, and players skip them.'
    : '';

/** Why nothing can be saved with these fields, in a sentence. */
export function whyNot(item: MediaItem, fields: EditFields): string | null {
  const { operation, start, end, left, top, cutWidth, cutHeight } = fields;
  if (operation === 'trim' || operation === 'gif') {
    if (!(start >= 0 && end > start && end <= lengthOf(item) + 0.001))
      return 'The end must come after the start.';
    if (operation === 'gif' && end - start > LONGEST_GIF_SECONDS)
      return `A GIF has at most ${LONGEST_GIF_SECONDS} seconds.`;
  }
  if (operation === 'adjust' && item.width !== null && item.height !== null)
    if (left + cutWidth > item.width || top + cutHeight > item.height)
      return 'The crop must be inside the image.';
  return null;
}

interface FieldsProps {
  item: MediaItem;
  fields: EditFields;
  change: (some: Partial<EditFields>) => void;
  /** Where the preview is, in seconds. */
  now: () => number;
}

export function EditFieldsOf({ item, fields, change, now }: FieldsProps) {
  const kind = kindOf(item);
  const { operation } = fields;
  const isStretch = operation === 'trim' || operation === 'gif';
  const hasFormat = operation === 'trim' || operation === 'convert' || operation === 'adjust';
  const number = (name: keyof EditFields, label: string, most: number, step = 1) => (
    <NumberOf
      label={label}
      value={Number(fields[name])}
      {...{ most, step }}
      least={step < 1 || name === 'left' || name === 'top' ? 0 : 1}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const here = (name: 'start' | 'end' | 'at', label: string, keys?: string) => (
    <Button aria-keyshortcuts={keys} onClick={() => change({ [name]: Math.round(now() * 1_000) / 1_000 })}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {kind !== 'image' && (
          <Choice
            label="Edit"
            value={operation}
            options={operations[kind] as Record<string, string>}
            onChange={(value) => change(withOperation(item, value as EditOperation, fields.format))}
          />
        )}
        {hasFormat && (
          <Choice
            label="Format"
            value={fields.format}
            options={formatsOf(item, operation)}
            onChange={(format) => change({ format })}
          />
        )}
      </div>
      {isStretch && (
        <Row>
          {number('start', 'Start (seconds)', lengthOf(item), 0.001)}
          {here('start', 'Start here (I)', 'I')}
          {number('end', 'End (seconds)', lengthOf(item), 0.001)}
          {here('end', 'End here (O)', 'O')}
        </Row>
      )}
      {operation === 'still' && (
        <Row>
          {number('at', 'Time (seconds)', lengthOf(item), 0.001)}
          {here('at', 'Use the time of the preview')}
        </Row>
      )}
      {operation === 'contactSheet' && (
        <Row>
          {number('columns', 'Columns', 10)}
          {number('rows', 'Rows', 10)}
        </Row>
      )}
      {operation === 'gif' && (
        <Row>
          {number('gifWidth', 'Width (pixels)', Math.min(1_280, item.width ?? 1_280))}
          {number('framesPerSecond', 'Frames per second', 25)}
        </Row>
      )}
      {operation === 'adjust' && (
        <>
          <Row>
            {number('left', 'Crop from left', item.width ?? 1)}
            {number('top', 'Crop from top', item.height ?? 1)}
            {number('cutWidth', 'Crop width', item.width ?? 1)}
            {number('cutHeight', 'Crop height', item.height ?? 1)}
          </Row>
          <Row>
            <Choice
              label="Rotate"
              value={String(fields.turn)}
              options={{ 0: 'Not rotated', 90: '90° clockwise', 180: '180°', 270: '90° counterclockwise' }}
              onChange={(turn) => change({ turn: Number(turn) })}
            />
            {number('width', 'New width (pixels)', 8_192)}
          </Row>
        </>
      )}
    </div>
  );
}
