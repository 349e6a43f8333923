/** Dimensions as they are seen, and duration of a file, for the library's rows. */
import { type ByteSource, budgeted, inBlocks, type ReadBudget, withSource } from '../bytes';
import { animationFacts, sequenceFacts } from './animation';
import { isCutFile } from './cut';
import { describeAsf, describeAvi, describeFlv, describeOggVideo } from './describe-film';
import {
  describeAac,
  describeAmr,
  describeDolby,
  describeDts,
  describeLayer2,
  describeTta,
  describeWave64,
  describeWavPack,
} from './describe-frames';
import { describeAiff, describeAu, describeCaf } from './describe-sound';
import { describeFlac } from './flac/describe';
import { type MediaDescription, soundFacts, unknownMedia, wholeMilliseconds } from './media-description';
import { describeMp3 } from './mp3/describe';
import { describeMp4 } from './mp4/describe';
import { describeOggChain } from './ogg/describe';
import { seenSize } from './orientation';
import { describeWav } from './wav/layout';
import { describeWebm } from './webm/describe';

/** Enough for some hours of audio whose header states no duration: its frames are counted one by one. */
const budget: ReadBudget = { bytes: 1024 ** 3, reads: 2_000_000 };

type Describe = (source: ByteSource) => Promise<MediaDescription>;

/**
 * Video formats for which a library would read the index of all frames: a hostile one of a few bytes can declare
 * billions of them. The headers of the file are enough. Names that are not registered vary, so each is listed.
 */
const describers: Readonly<Record<string, Describe>> = {
  'audio/mp4': describeMp4,
  'video/mp4': describeMp4,
  'video/quicktime': describeMp4,
  'video/3gpp': describeMp4,
  'audio/3gpp': describeMp4,
  'audio/quicktime': describeMp4,
  'audio/webm': describeWebm,
  'video/webm': describeWebm,
  'audio/x-matroska': describeWebm,
  'video/x-matroska': describeWebm,
  'audio/mpeg': describeMp3,
  'audio/wav': describeWav,
  'audio/aiff': describeAiff,
  'audio/x-aiff': describeAiff,
  'audio/basic': describeAu,
  'audio/au': describeAu,
  'audio/x-au': describeAu,
  'audio/flac': describeFlac,
  'audio/caf': describeCaf,
  'audio/x-caf': describeCaf,
  'audio/aac': describeAac,
  'audio/x-aac': describeAac,
  'audio/ac3': describeDolby,
  'audio/eac3': describeDolby,
  'audio/mp2': describeLayer2,
  'audio/vnd.dts': describeDts,
  'audio/x-wavpack': describeWavPack,
  'audio/x-tta': describeTta,
  'audio/amr': describeAmr,
  'audio/amr-wb': describeAmr,
  'audio/x-w64': describeWave64,
  'audio/x-ms-wma': describeAsf,
  'video/x-ms-wmv': describeAsf,
  'video/x-ms-asf': describeAsf,
  'video/x-msvideo': describeAvi,
  'video/avi': describeAvi,
  'video/x-flv': describeFlv,
  'audio/x-msvideo': describeAvi,
  'audio/x-flv': describeFlv,
  'video/ogg': describeOggVideo,
};

/** Formats that are a sequence of frames, which the library reads. */
const sequences = ['audio/ogg', 'video/mp2t', 'audio/mp2t'];

/**
 * Reads headers, and frames where no header states a duration. Never throws: what a file states nowhere, states wrongly
 * or only after too long a search is `null`, and so is everything of a type that is not known.
 * @param contentType as detected from the bytes
 */
export async function describeMedia(
  input: string | Uint8Array,
  contentType: string,
): Promise<MediaDescription> {
  try {
    return await withSource(input, async (source) => {
      const isCut = await isCutFile(budgeted(inBlocks(source), budget), contentType).catch(() => false);
      const facts = await describeSource(source, contentType).catch(() => unknownMedia);
      return isCut ? { ...facts, isCut } : facts;
    });
  } catch {
    return unknownMedia;
  }
}

async function describeSource(source: ByteSource, contentType: string): Promise<MediaDescription> {
  const bounded = budgeted(inBlocks(source), budget);
  if (contentType.startsWith('image/')) return describeImage(bounded, contentType);
  const describe = describers[contentType];
  if (describe) return describe(bounded);
  const chain = contentType === 'audio/ogg' ? await describeOggChain(bounded) : null;
  if (chain) return chain;
  if (!sequences.includes(contentType)) return unknownMedia;
  const facts = await describeFrames(source).catch(() => null);
  if (facts !== null) return facts;
  // It also reads tags, of which some may be wrong.
  return (contentType === 'audio/ogg' && (await describeOggChain(bounded, true))) || unknownMedia;
}

async function describeImage(source: ByteSource, contentType: string): Promise<MediaDescription> {
  const size = await seenSize(source, contentType);
  const isBoxed = /avif|hei[cf]/.test(contentType);
  const moving = isBoxed ? await sequenceFacts(source) : await animationFacts(source, contentType);
  return { ...unknownMedia, ...moving, ...size };
}

async function describeFrames(source: ByteSource): Promise<MediaDescription> {
  // The library takes longer to load than everything else that startup needs from this folder.
  const { withContainer } = await import('./containers');
  return withContainer(source, budget, async (input) => {
    // A transport stream is a piece of a broadcast, so its times begin anywhere.
    const durationMs = wholeMilliseconds((await input.computeDuration()) - (await input.getFirstTimestamp()));
    const [sound, film] = [await input.getPrimaryAudioTrack(), await input.getPrimaryVideoTrack()];
    const [sampleRate, channels] = [await sound?.getSampleRate(), await sound?.getNumberOfChannels()];
    const [width, height] = [await film?.getDisplayWidth(), await film?.getDisplayHeight()];
    return {
      ...soundFacts({ sampleRate: sampleRate ?? 0, channels: channels ?? 0, seconds: null }),
      durationMs,
      width: width || null,
      height: height || null,
    };
  });
}
