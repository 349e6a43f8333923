/** What must be equal in parts that become one stream, and the duration of their packets. */
import type { EncodedPacket, InputAudioTrack } from 'mediabunny';
import { opusLeadInSeconds, opusPacketSeconds, vorbisPacketSeconds } from './ogg/packet-seconds';

type Codec = NonNullable<Awaited<ReturnType<InputAudioTrack['getCodec']>>>;
type Config = NonNullable<Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>>;

export interface Sound {
  readonly codec: Codec;
  readonly config: Config;
}

export async function soundOf(track: InputAudioTrack): Promise<Sound | null> {
  const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
  return codec === null || config === null ? null : { codec, config };
}

/** Whether a decoder set up for one part can decode the other. */
export function fits(one: Sound, other: Sound): boolean {
  return (
    one.codec === other.codec &&
    one.config.sampleRate === other.config.sampleRate &&
    one.config.numberOfChannels === other.config.numberOfChannels &&
    codeBooksOf(one).equals(codeBooksOf(other))
  );
}

/** A stream of packets while it is decoded. */
export interface Playing {
  /** Samples that a decoder drops at the beginning. */
  readonly leadInSeconds: number;
  /** The packet decoded last; `null` before the first. */
  last: EncodedPacket | null;
  /** The duration of a packet after another one, in seconds. */
  secondsOf(packet: EncodedPacket, before: EncodedPacket | null): number;
}

export function playingOf({ codec, config }: Sound): Playing {
  const description = bytesOf(config.description);
  if (codec === 'opus') {
    const leadInSeconds = opusLeadInSeconds(description);
    return { leadInSeconds, last: null, secondsOf: ({ data }) => opusPacketSeconds(data) };
  }
  const seconds = vorbisPacketSeconds(description, config.sampleRate);
  return {
    leadInSeconds: 0,
    last: null,
    secondsOf: (packet, before) => seconds(packet.data, before?.data ?? null),
  };
}

/** The last of the three Vorbis setup packets; the comments before it may differ. */
function codeBooksOf({ codec, config }: Sound): Buffer {
  const bytes = codec === 'vorbis' ? bytesOf(config.description) : Buffer.alloc(0);
  return bytes.subarray(Math.max(0, bytes.lastIndexOf('\x05vorbis', undefined, 'latin1')));
}

function bytesOf(description: Config['description']): Buffer {
  if (!description) return Buffer.alloc(0);
  if (!ArrayBuffer.isView(description)) return Buffer.from(description);
  return Buffer.from(description.buffer, description.byteOffset, description.byteLength);
}
