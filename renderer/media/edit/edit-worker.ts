/** Entry of the worker that edits a file, on a thread of its own: it is ended where the person cancels. */
import {
  ADTS,
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  CanvasSink,
  Conversion,
  type DiscardedTrack,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MPEG_TS,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { AlphaThread } from './alpha-thread';
import { encodedPart } from './decoded-sound';
import type { EditOrder, EditReport, EditRequest, SourceFile, Stretch } from './edit-request';
import { gamutOf } from './gamut';
import { createGif } from './gif';
import { joined } from './join';
import { cutMp3 } from './mp3-cut';
import { asOpus, asSamples, heardOf } from './sound';

type Of<Operation extends EditRequest['operation']> = Extract<EditRequest, { operation: Operation }>;

// It starts no other threads.
Object.assign(self, { Worker: AlphaThread });
// The library would print what it finds in a file.
Logging.level = LogLevel.Silent;

const tell = (report: EditReport): void => self.postMessage(report);
const onProgress = (share: number): void => tell({ kind: 'progress', share });

self.addEventListener('message', ({ data }: MessageEvent<EditOrder>) => {
  edited(data).then(
    (file) => tell({ kind: 'done', file }),
    (error: unknown) =>
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

async function edited({ request, others, ...source }: EditOrder): Promise<Blob> {
  const { file } = source;
  switch (request.operation) {
    case 'trim':
    case 'convert':
      return await converted(source, request);
    case 'still':
      return await still(file, request);
    case 'contactSheet':
      return await contactSheet(file, request);
    case 'gif':
      return await gif(file, request);
    case 'join':
      return await joined([source, ...others], { open: inputOf, onProgress });
    case 'adjust':
      return await adjusted(file, request);
  }
}

// Playlists are left out: they can name other addresses.
const inputOf = (file: Blob): Input =>
  new Input({
    source: new BlobSource(file),
    formats: [...ALL_FORMATS.filter(({ name }) => !/hls|m3u/i.test(name)), ADTS],
  });

type Container = Exclude<Of<'trim' | 'convert'>['format'], 'mp3'>;
type Written = Of<'trim' | 'convert'> & { readonly format: Container };

const outputs: Readonly<Record<Container, () => OutputFormat>> = {
  wav: () => new WavOutputFormat(),
  ogg: () => new OggOutputFormat(),
  webm: () => new WebMOutputFormat(),
  mp4: () => new Mp4OutputFormat(),
};

/**
 * What can be copied is copied; the rest is decoded and encoded again, exactly from start to end. A sound is decoded
 * unless it stays what it is: its packets end where they end, and it is cut to the sample.
 */
async function converted(source: SourceFile, request: Of<'trim' | 'convert'>): Promise<Blob> {
  const { format } = request;
  if (format === 'mp3') return await trimmedMp3(source.file, request);
  const input = await readableInput(source.file);
  const sound = (await input.getPrimaryVideoTrack()) === null ? await input.getPrimaryAudioTrack() : null;
  const isCopied = request.format === 'ogg' && /^(opus|vorbis)$/.test((await sound?.getCodec()) ?? '');
  if (sound !== null && !isCopied) return await convertedSound(source, sound, { ...request, format });
  return await convertedFilm(input, { ...request, format });
}

async function trimmedMp3(file: Blob, part: Stretch): Promise<Blob> {
  const cut = cutMp3(new Uint8Array(await file.arrayBuffer()), part);
  onProgress(1);
  return new Blob([cut], { type: 'audio/mpeg' });
}

async function convertedSound(
  source: SourceFile,
  sound: InputAudioTrack,
  { operation, format, start, end }: Written,
): Promise<Blob> {
  const { begin, end: last } = await heardOf(source, sound);
  const part =
    operation === 'convert'
      ? { from: begin, to: last }
      : { from: begin + start, to: Math.min(begin + end, last ?? Infinity) };
  const target = format === 'wav' ? await asSamples(sound) : await asOpus(sound);
  return await encodedPart(sound, part, { ...target, format: outputs[format](), onProgress });
}

async function convertedFilm(input: Input, { operation, format, start, end }: Written): Promise<Blob> {
  const output = new Output({ format: outputs[format](), target: new BufferTarget() });
  const begin = await beginOf(input);
  const isBroadcast = begin !== 0;
  const conversion = await Conversion.init({
    input,
    output,
    ...(operation === 'trim' && { trim: { start: begin + start, end: begin + end } }),
    // Else what is empty before its first frame would be left out.
    ...(operation === 'convert' && !isBroadcast && { trim: { start: 0 } }),
    ...(format === 'webm' && {
      video: async (track) => ((await track.canBeTransparent()) ? { alpha: 'keep' as const } : {}),
    }),
  });
  const lost = conversion.discardedTracks.filter(({ reason }) => reason !== 'discarded_by_user');
  if (!conversion.isValid || lost.length > 0) throw new Error(whyLost(lost));
  conversion.onProgress = onProgress;
  await conversion.execute();
  const { buffer } = output.target;
  if (buffer === null) throw new Error('Nothing was written.');
  return new Blob([buffer], { type: (await output.getMimeType()).split(';')[0] ?? '' });
}

const whyLost = (lost: readonly DiscardedTrack[]): string =>
  lost.some(({ reason }) => /_source_codec$/.test(reason))
    ? 'Its sound or video can’t be decoded here. Convert it in another app first.'
    : 'This browser can’t write its sound or video in this format. Choose another format.';

/** @throws Error with words for a person where its container is unknown */
async function readableInput(file: Blob): Promise<Input> {
  const input = inputOf(file);
  if (!(await input.canRead()))
    throw new Error('Files of this type can’t be edited here. Convert it in another app first.');
  return input;
}

/** A transport stream is a piece of a broadcast: its times begin anywhere, and its first one counts as zero. */
const beginOf = async (input: Input): Promise<number> =>
  (await input.getFormat()) === MPEG_TS ? await input.getFirstTimestamp() : 0;

async function framesOf(file: Blob, width?: number) {
  const input = await readableInput(file);
  const track = await input.getPrimaryVideoTrack();
  if (track === null || !(await track.canDecode())) throw new Error('This video can’t be decoded here.');
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const shown =
    width === undefined || width >= size.width
      ? size
      : { width, height: Math.max(1, Math.round((size.height * width) / size.width)) };
  const [begin, first] = [await beginOf(input), await track.getFirstTimestamp()];
  /** What is seen before the first frame is that frame. */
  const timeOf = (at: number) => Math.max(first, begin + at);
  const sink = new CanvasSink(track, { ...shown, fit: 'fill', alpha: await track.canBeTransparent() });
  return { track, ...shown, sink, timeOf };
}

const noFrame = 'No frame was found at this time.';

async function still(file: Blob, { at }: Of<'still'>): Promise<Blob> {
  const { sink, timeOf } = await framesOf(file);
  const frame = await sink.getCanvas(timeOf(at));
  if (frame === null) throw new Error(noFrame);
  return await pngOf(frame.canvas);
}

async function contactSheet(file: Blob, { columns, rows }: Of<'contactSheet'>): Promise<Blob> {
  const { sink, track, width, height } = await framesOf(file, 320);
  const [first, end] = [await track.getFirstTimestamp(), await track.computeDuration()];
  const count = columns * rows;
  const times = Array.from({ length: count }, (_, index) => first + ((end - first) * (index + 0.5)) / count);
  const sheet = new OffscreenCanvas(columns * width, rows * height);
  const context = sheet.getContext('2d');
  let index = 0;
  for await (const frame of sink.canvasesAtTimestamps(times)) {
    if (frame !== null)
      context?.drawImage(frame.canvas, (index % columns) * width, Math.floor(index / columns) * height);
    index += 1;
    onProgress(index / count);
  }
  return await pngOf(sheet);
}

async function gif(file: Blob, { start, end, width, framesPerSecond }: Of<'gif'>): Promise<Blob> {
  const { sink, timeOf, ...size } = await framesOf(file, width);
  const writer = createGif(size.width, size.height);
  const times = timesIn({ start, end }, framesPerSecond).map(timeOf);
  let [done, frames] = [0, 0];
  for await (const frame of sink.canvasesAtTimestamps(times)) {
    const context = frame?.canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | undefined;
    if (context) {
      writer.add(context.getImageData(0, 0, size.width, size.height), 100 / framesPerSecond);
      frames += 1;
    }
    done += 1;
    onProgress(done / times.length);
  }
  if (frames === 0) throw new Error(noFrame);
  return writer.finish();
}

const timesIn = ({ start, end }: Stretch, perSecond: number): number[] =>
  Array.from(
    { length: Math.max(1, Math.round((end - start) * perSecond)) },
    (_, index) => start + index / perSecond,
  );

/** As much as browsers draw. */
const [mostPixelsOfSide, mostPixels] = [16_384, 100_000_000];

async function adjusted(file: Blob, request: Of<'adjust'>): Promise<Blob> {
  const { left, top, cutWidth, cutHeight, turn, width, format } = request;
  // Whole: of a photo that is turned, a part is taken from another place than it is seen at.
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This image can’t be decoded here. Open it in another app, and save it as PNG.');
  });
  const isAcross = turn % 180 !== 0;
  const scale = width / (isAcross ? cutHeight : cutWidth);
  const [across, down] = [cutWidth * scale, cutHeight * scale];
  const height = Math.max(1, Math.round(isAcross ? across : down));
  if (height > mostPixelsOfSide || width * height > mostPixels)
    throw new Error(`The new image would have ${width} × ${height} pixels. Choose a smaller width.`);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { colorSpace: gamutOf(picture) });
  if (context === null) throw new Error('This image is too large to be drawn.');
  context.imageSmoothingQuality = 'high';
  if (format === 'jpeg') {
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(picture, left, top, cutWidth, cutHeight, -across / 2, -down / 2, across, down);
  picture.close();
  return await canvas.convertToBlob({ type: `image/${format}`, quality: 0.92 });
}

const pngOf = async (canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob> =>
  await (canvas as OffscreenCanvas).convertToBlob({ type: 'image/png' });
