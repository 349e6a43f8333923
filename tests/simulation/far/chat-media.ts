/** Pictures and sound that come inside a chat reply. */
import type { FarResult } from './account';
import type { Gateway } from './gateway';
import { addressOf, base64, keepFile, offer } from './make';
import { wav } from './media';
import { makeFile } from './odd-media';

export interface ChatMedia {
  readonly results: readonly FarResult[];
  /** Each with the image as a message names it. */
  readonly images: readonly { readonly result: FarResult; readonly part: unknown }[];
  readonly sound: { readonly result: FarResult; readonly data: string } | null;
}

const none: ChatMedia = { results: [], images: [], sound: null };

/** Most replies have none. */
export function drawMedia(gateway: Gateway): ChatMedia {
  const { random } = gateway;
  if (!random.chance(0.35)) return none;
  const images = Array.from({ length: random.int(0, 2) }, () => image(gateway));
  const result = images.length === 0 || random.chance(0.3) ? keepFile(gateway, wav(random), null) : null;
  const sound = result && { result, data: base64(result) };
  return { images, sound, results: [...images.map((one) => one.result), ...(result ? [result] : [])] };
}

/** As a data URL, as plain base64, or by an address, complete or relative to the gateway. */
function image(gateway: Gateway): ChatMedia['images'][number] {
  const form = gateway.random.pick(['data', 'base64', 'address', 'relative'] as const);
  const result = offer(gateway, makeFile(gateway, 'image'), form === 'data' || form === 'base64');
  const address = addressOf(gateway, result);
  const isRelative = form === 'relative' && !gateway.manners.filesElsewhere;
  switch (form) {
    case 'data':
      return {
        result,
        part: {
          type: 'image_url',
          image_url: { url: `data:${result.contentType};base64,${base64(result)}` },
        },
      };
    case 'base64':
      return { result, part: { type: 'image', b64_json: base64(result) } };
    default:
      return {
        result,
        part: { type: 'image_url', image_url: { url: isRelative ? new URL(address).pathname : address } },
      };
  }
}

/** The whole message's parts. */
export const partsOf = ({ images, sound }: ChatMedia): Record<string, unknown> => ({
  ...(images.length > 0 && { images: images.map(({ part }) => part) }),
  ...(sound && { audio: { id: 'sound', data: sound.data } }),
});

/** The images whose bytes come with the reply, as relays of image models write them; the others stay parts. */
export function imagesAsText(media: ChatMedia): { readonly text: string; readonly media: ChatMedia } {
  const isWritten = ({ result, part }: ChatMedia['images'][number]) =>
    /^image\/(?:png|jpeg|webp|gif)$/.test(result.contentType) &&
    JSON.stringify(part).includes(base64(result));
  const written = media.images.filter(isWritten);
  const text = written
    .map(({ result }) => `![image](data:${result.contentType};base64,${base64(result)})`)
    .join('');
  return { text, media: { ...media, images: media.images.filter((one) => !isWritten(one)) } };
}

export interface MediaDelta {
  readonly delta: Record<string, unknown>;
  /** The result that is complete with it. */
  readonly completes: FarResult | null;
}

/** The same in the order of a stream: each image at once, the sound in pieces that may be cut anywhere. */
export function deltasOf({ random }: Gateway, { images, sound }: ChatMedia): readonly MediaDelta[] {
  const pictures = images.map(({ result, part }) => ({ delta: { images: [part] }, completes: result }));
  if (sound === null) return pictures;
  const { data, result } = sound;
  const cut = random.int(1, data.length - 1);
  return [
    ...pictures,
    { delta: { audio: { data: data.slice(0, cut) } }, completes: null },
    { delta: { audio: { data: data.slice(cut) } }, completes: result },
  ];
}
