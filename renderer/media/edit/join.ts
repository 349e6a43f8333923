/** Several sounds or videos one after the other, in the worker. What is of one kind is copied as it is. */
import {
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FlacOutputFormat,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

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
export async function joined(files: readonly Blob[], { open, onProgress }: Joining): Promise<Blob> {
  const given = await Promise.all(files.map((file) => partOf(open(file))));
  if (await areAlike(given)) return await copied(given, onProgress);
  const same: Part[] = [];
  for (const [index, file] of files.entries()) {
    const alike = await asFirst(open(file), given[0], (share) =>
      onProgress(((index + share) / files.length) * 0.9),
    );
    same.push(await partOf(open(alike)));
  }
  return await copied(same, (share) => onProgress(0.9 + share * 0.1));
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
  return JSON.stringify(configs, (_name, value: unknown) =>
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

/** Decoded and encoded again, as large and as loud of channels as the first: videos as WebM, sounds without loss. */
async function asFirst(
  input: Input,
  first: Part | undefined,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const { film = null, sound = null } = first ?? {};
  const format = film === null ? new WavOutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target: new BufferTarget() });
  const sampleRate = film === null ? ((await sound?.getSampleRate()) ?? 48_000) : 48_000;
  const conversion = await Conversion.init({
    input,
    output,
    ...(film !== null && {
      video: {
        codec: 'vp8',
        width: await film.getDisplayWidth(),
        height: await film.getDisplayHeight(),
        fit: 'contain',
        forceTranscode: true,
      },
    }),
    audio: {
      codec: film === null ? 'pcm-s16' : 'opus',
      sampleRate,
      numberOfChannels: film === null ? ((await sound?.getNumberOfChannels()) ?? 1) : 2,
      forceTranscode: true,
    },
  });
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
  if (filmSource) output.addVideoTrack(filmSource);
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

/** The usual container of each way of encoding. */
function formatFor(film: string | null, sound: string | null): OutputFormat {
  if (film !== null) return /^(vp8|vp9|av1)$/.test(film) ? new WebMOutputFormat() : new Mp4OutputFormat();
  if (sound === 'mp3') return new Mp3OutputFormat();
  if (sound === 'flac') return new FlacOutputFormat();
  if (sound === 'opus' || sound === 'vorbis') return new OggOutputFormat();
  return sound?.startsWith('pcm') === true ? new WavOutputFormat() : new Mp4OutputFormat();
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
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const track = trackOf(part);
    if (track !== null) await copyTrack(track, source, end - part.begin);
    end += part.seconds;
    onProgress((index + 1) / parts.length);
  }
  source.close();
}

async function copyTrack(track: Track, source: Source, shift: number): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const meta = { decoderConfig } as EncodedVideoChunkMetadata & EncodedAudioChunkMetadata;
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet.clone({ timestamp: packet.timestamp + shift }), meta);
}
