/** Several sounds or videos one after the other, in the worker. What is of one kind is copied as it is. */
import {
  BufferTarget,
  Conversion,
  type ConversionVideoOptions,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FlacOutputFormat,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { encodedPart } from './decoded-sound';
import type { SourceFile } from './edit-request';
import { asBestOf, heardOf, type SoundTarget, samplesOf } from './sound';

interface Part {
  readonly film: InputVideoTrack | null;
  readonly sound: InputAudioTrack | null;
  /** Seconds, from its first moment to its last. */
  readonly seconds: number;
  readonly begin: number;
}

interface Joining {
  readonly open: (file: Blob) => Input;
  readonly onProgress: (share: number) => void;
}

/** @throws Error whose message says what can't be joined */
export async function joined(sources: readonly SourceFile[], { open, onProgress }: Joining): Promise<Blob> {
  const given = await Promise.all(sources.map(({ file }) => partOf(open(file))));
  if ((await areAlike(given)) && (await hasExactEnds(given))) return await copied(given, onProgress);
  const encode = await encoderFor(given, open);
  const same: Part[] = [];
  for (const [index, source] of sources.entries()) {
    const alike = await encode(source, (share) => onProgress(((index + share) / sources.length) * 0.9));
    same.push(asLongAs(given[index], await partOf(open(alike))));
  }
  return await copied(same, (share) => onProgress(0.9 + share * 0.1));
}

/** A video whose container states no length of its last frame still shows it as long as its source does. */
const asLongAs = (source: Part | undefined, made: Part): Part =>
  source === undefined || made.film === null
    ? made
    : { ...made, seconds: Math.max(made.seconds, source.seconds + Math.min(0, source.begin)) };

/** Encoders that compress with loss put silence around a sound, which would be a gap between two. */
async function hasExactEnds([first]: readonly Part[]): Promise<boolean> {
  const { film = null, sound = null } = first ?? {};
  if (film !== null || sound === null) return true;
  const codec = await sound.getCodec();
  return codec === 'flac' || codec === (await samplesOf(sound));
}

async function partOf(input: Input): Promise<Part> {
  const [film, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const tracks = [film, sound].filter((track) => track !== null);
  const begins = await Promise.all(tracks.map((track) => track.getFirstTimestamp()));
  const begin = Math.min(...begins);
  if (tracks.length === 0) throw new Error('One of the files has neither sound nor video.');
  return { film, sound, begin, seconds: (await input.computeDuration()) - begin };
}

/** What decoders need to know of a part; those that need the same can follow one another. */
async function kindOf({ film, sound }: Part): Promise<string> {
  const configs = [await film?.getDecoderConfig(), await sound?.getDecoderConfig()];
  // How a phone was held is no matter of its decoder.
  const shown = await film?.getTransformationMatrix();
  return JSON.stringify([configs, shown], (_name, value: unknown) =>
    ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? [...bytesOf(value)] : value,
  );
}

const bytesOf = (value: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);

async function areAlike(parts: readonly Part[]): Promise<boolean> {
  const kinds = await Promise.all(parts.map(kindOf));
  return kinds.every((kind) => kind === kinds[0]);
}

type Encode = (source: SourceFile, onProgress: (share: number) => void) => Promise<Blob>;

/** What makes all alike: videos as large as the first, sounds as good as the best of them. */
async function encoderFor(parts: readonly Part[], open: Joining['open']): Promise<Encode> {
  const films = parts.flatMap(({ film }) => film ?? []);
  const [first] = films;
  if (first === undefined) {
    const target = await asBestOf(parts.flatMap(({ sound }) => sound ?? []));
    return (source, onProgress) => encodedSound(source, open(source.file), { ...target, onProgress });
  }
  const video = {
    codec: 'vp8' as const,
    width: await first.getDisplayWidth(),
    height: await first.getDisplayHeight(),
    fit: 'contain' as const,
    alpha: (await Promise.all(films.map((film) => film.canBeTransparent()))).includes(true)
      ? ('keep' as const)
      : ('discard' as const),
    forceTranscode: true,
  };
  return (source, onProgress) => encodedFilm(open(source.file), video, onProgress);
}

/** Decoded and encoded again without loss, as players play it. */
async function encodedSound(
  source: SourceFile,
  input: Input,
  target: SoundTarget & { readonly onProgress: (share: number) => void },
): Promise<Blob> {
  const sound = await input.getPrimaryAudioTrack();
  if (sound === null) throw new Error('One of the files has no sound.');
  const { begin, end } = await heardOf(source, sound);
  return await encodedPart(sound, { from: begin, to: end }, { ...target, format: new WavOutputFormat() });
}

/** Decoded and encoded again as WebM. */
async function encodedFilm(
  input: Input,
  video: ConversionVideoOptions,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const audio = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2, forceTranscode: true } as const;
  const conversion = await Conversion.init({ input, output, video, audio });
  const lost = conversion.discardedTracks.filter(({ reason }) => reason !== 'discarded_by_user');
  if (!conversion.isValid || lost.length > 0)
    throw new Error('These files are of different kinds, and can’t be converted to one here.');
  conversion.onProgress = onProgress;
  await conversion.execute();
  return new Blob([output.target.buffer ?? new ArrayBuffer(0)]);
}

async function copied(parts: readonly Part[], onProgress: (share: number) => void): Promise<Blob> {
  const [film, sound] = [parts.find((part) => part.film)?.film, parts.find((part) => part.sound)?.sound];
  const [filmCodec, soundCodec] = [await film?.getCodec(), await sound?.getCodec()];
  const format = formatFor(filmCodec ?? null, soundCodec ?? null);
  const output = new Output({ format, target: new BufferTarget() });
  const filmSource = filmCodec ? new EncodedVideoPacketSource(filmCodec) : null;
  const soundSource = soundCodec ? new EncodedAudioPacketSource(soundCodec) : null;
  if (filmSource && film)
    output.addVideoTrack(filmSource, {
      transformationMatrix: await film.getTransformationMatrix(),
      canBeTransparent: await film.canBeTransparent(),
    });
  if (soundSource) output.addAudioTrack(soundSource);
  await output.start();
  const tracks = [
    filmSource && copyTracks(parts, ({ film: track }) => track, filmSource, onProgress),
    soundSource && copyTracks(parts, ({ sound: track }) => track, soundSource, film ? () => {} : onProgress),
  ];
  await Promise.all(tracks);
  await output.finalize();
  const { buffer } = output.target;
  if (buffer === null) throw new Error('Nothing was written.');
  return new Blob([buffer], { type: (await output.getMimeType()).split(';')[0] ?? '' });
}

/** The usual container of each way of encoding; sounds that are copied have no loss. */
function formatFor(film: string | null, sound: string | null): OutputFormat {
  if (film === null) return sound === 'flac' ? new FlacOutputFormat() : new WavOutputFormat();
  return /^(vp8|vp9|av1)$/.test(film) ? new WebMOutputFormat() : new Mp4OutputFormat();
}

type Track = InputVideoTrack | InputAudioTrack;
type Source = EncodedVideoPacketSource | EncodedAudioPacketSource;

/** Each part begins where the one before ended. */
async function copyTracks(
  parts: readonly Part[],
  trackOf: (part: Part) => Track | null,
  source: Source,
  onProgress: (share: number) => void,
): Promise<void> {
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const track = trackOf(part);
    const end = start + part.seconds;
    if (track !== null) await copyTrack(track, source, { shift: start - part.begin, end });
    start = end;
    onProgress((index + 1) / parts.length);
  }
  source.close();
}

async function copyTrack(
  track: Track,
  source: Source,
  { shift, end }: { readonly shift: number; readonly end: number },
): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const meta = { decoderConfig } as EncodedVideoChunkMetadata & EncodedAudioChunkMetadata;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp + shift;
    // WebM may state no length of the last frame: it is seen until its part ends.
    const duration = packet.duration > 0 ? packet.duration : Math.max(0, end - timestamp);
    await source.add(packet.clone({ timestamp, duration }), meta);
  }
}
