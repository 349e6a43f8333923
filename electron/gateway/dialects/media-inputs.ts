/**
 * Where the inputs of a request for media go, in the words of each gateway. In place of a file a body holds its marker,
 * so that what is sent and what is shown as code are written by the same writer.
 */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { InputRole } from '../../../shared/run/input-roles';
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';

export interface InputWriter {
  readonly roles: readonly InputRole[];
  /** @param marks of these roles alone */
  write(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs;
}

/** A field, and what it holds of a file; several files of one field are a list. */
interface Place {
  readonly field: string;
  readonly isList?: true;
  readonly wrap?: (marker: string) => unknown;
}

type Places = Readonly<Partial<Record<InputRole, Place | string>>>;

const list = (field: string, wrap?: Place['wrap']): Place => ({ field, isList: true, ...(wrap && { wrap }) });

const rolesIn = (places: Places) => Object.keys(places) as InputRole[];
const placeOf = (places: Places, role: InputRole): Place => {
  const place = places[role] ?? role;
  return typeof place === 'string' ? { field: place } : place;
};

/** JSON; `inside` names the object of the body that holds the fields. */
function fields(places: Places, { inside, isEdit }: { inside?: string; isEdit?: true } = {}): InputWriter {
  return {
    roles: rolesIn(places),
    write(body, marks) {
      const put = putAll(places, marks);
      const held = inside === undefined ? undefined : body[inside];
      const written = inside === undefined ? put : { [inside]: { ...(isRecord(held) && held), ...put } };
      return { body: { ...body, ...written }, ...(isEdit && { isEdit }) };
    },
  };
}

function putAll(places: Places, marks: readonly InputMark[]): JsonRecord {
  const put: Record<string, unknown> = {};
  for (const { role, marker } of marks) {
    const { field, isList = false, wrap = (one: string): unknown => one } = placeOf(places, role);
    const before = put[field] === undefined ? [] : [put[field]].flat();
    put[field] = isList || before.length > 0 ? [...before, wrap(marker)] : wrap(marker);
  }
  return put;
}

/** A multipart form; a field with several files ends in `[]` (platform.openai.com/docs/api-reference/images/createEdit). */
function form(places: Readonly<Partial<Record<InputRole, string>>>, isEdit?: true): InputWriter {
  return {
    roles: rolesIn(places),
    write(body, marks) {
      const named = marks.map(({ role, marker }) => ({ field: places[role] ?? role, marker }));
      const isMany = (field: string) => named.filter((one) => one.field === field).length > 1;
      const files = named.map(({ field, marker }) => ({
        field: isMany(field) ? `${field}[]` : field,
        marker,
      }));
      return { body, form: files, ...(isEdit && { isEdit }) };
    },
  };
}

const asUrl = (url: string) => ({ type: 'image_url', image_url: { url } });
const asFrame = (frame_type: string) => (url: string) => ({ ...asUrl(url), frame_type });

interface Writers {
  readonly images: InputWriter;
  readonly videos: InputWriter;
}

const plain: Writers = {
  images: form({ image: 'image', reference: 'image', mask: 'mask' }, true),
  videos: fields({
    firstFrame: 'first_frame_image',
    lastFrame: 'last_frame_image',
    reference: list('reference_images'),
    video: 'video_url',
    sound: 'audio_url',
  }),
};

/** Of OpenAI's videos (platform.openai.com/docs/api-reference/videos/create). */
const inputReference = form({ firstFrame: 'input_reference' });
const chat: InputWriter = { roles: ['image', 'reference'], write: toChatParts };

/** What differs from the plain interface; the sources are those of each dialect. */
const writers: Readonly<Partial<Record<GatewayId, Partial<Writers>>>> = {
  openai: { videos: inputReference },
  azure: { videos: inputReference },
  litellm: { videos: inputReference },
  gemini: { videos: inputReference },
  vercel: { images: chat },
  helicone: { images: chat },
  openrouter: {
    images: fields({ image: list('input_references', asUrl), reference: list('input_references', asUrl) }),
    videos: fields({
      firstFrame: list('frame_images', asFrame('first_frame')),
      lastFrame: list('frame_images', asFrame('last_frame')),
      reference: list('input_references', asUrl),
    }),
  },
  together: {
    images: fields({ image: 'image_url' }),
    videos: fields(
      {
        firstFrame: list('frame_images', (input_image) => ({ input_image, frame: 'first' })),
        lastFrame: list('frame_images', (input_image) => ({ input_image, frame: 'last' })),
      },
      { inside: 'media' },
    ),
  },
  xai: {
    images: fields({ image: { field: 'image', wrap: (url) => ({ url }) } }, { isEdit: true }),
    videos: fields({ firstFrame: { field: 'image', wrap: (url) => ({ url }) } }),
  },
  minimax: {
    images: fields({
      reference: list('subject_reference', (image_file) => ({ type: 'character', image_file })),
    }),
    videos: fields({ firstFrame: 'first_frame_image', lastFrame: 'last_frame_image' }),
  },
  siliconflow: { images: fields({ image: 'image' }), videos: fields({ firstFrame: 'image' }) },
  fireworks: { images: fields({ image: 'input_image' }) },
  ark: {
    images: fields({ image: 'image', reference: 'image' }),
    videos: { roles: ['firstFrame', 'lastFrame', 'reference'], write: inContent },
  },
  dashscope: {
    images: fields({ image: 'base_image_url', mask: 'mask_image_url' }, { inside: 'input' }),
    videos: fields({ firstFrame: 'first_frame_url', lastFrame: 'last_frame_url' }, { inside: 'input' }),
  },
  fal: {
    images: fields({ image: 'image_url', mask: 'mask_url', reference: list('image_urls') }),
    videos: fields({
      firstFrame: 'image_url',
      lastFrame: 'end_image_url',
      video: 'video_url',
      sound: 'audio_url',
    }),
  },
  replicate: {
    images: fields({ image: 'image', mask: 'mask', reference: list('input_images') }, { inside: 'input' }),
    videos: fields({ firstFrame: 'image', video: 'video', sound: 'audio' }, { inside: 'input' }),
  },
  newapi: { videos: fields({ firstFrame: 'image' }) },
  aimlapi: {
    images: fields({ image: 'image_url', reference: list('image_urls') }),
    videos: fields({ firstFrame: 'image_url' }),
  },
  zhipu: { videos: fields({ firstFrame: 'image_url', lastFrame: 'image_url' }) },
  localai: { videos: fields({ firstFrame: 'start_image', lastFrame: 'end_image', sound: 'audio' }) },
};

/** @param operation what the request is for; speech is made from its text alone */
export const inputWriterOf = (id: GatewayId, operation: 'images' | 'videos'): InputWriter =>
  writers[id]?.[operation] ?? plain[operation];

// Inputs of media as parts of a list, where a gateway has them so.

const urlPart = (url: string) => ({ type: 'image_url', image_url: { url } });

/** An image by way of the chat: behind the text of its message. */
function toChatParts(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = messages.at(-1);
  if (!isRecord(last)) return { body };
  const text = { type: 'text', text: last.content };
  const content = [text, ...marks.map(({ marker }) => urlPart(marker))];
  return { body: { ...body, messages: [...messages.slice(0, -1), { ...last, content }] } };
}

const contentRoles: Readonly<Partial<Record<InputMark['role'], string>>> = {
  firstFrame: 'first_frame',
  lastFrame: 'last_frame',
  reference: 'reference_image',
};

/** A task whose content is a list, each image with its role (volcengine.com/docs/82379/1520757). */
function inContent(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const content = Array.isArray(body.content) ? body.content : [];
  const images = marks.map(({ role, marker }) => ({ ...urlPart(marker), role: contentRoles[role] }));
  return { body: { ...body, content: [...content, ...images] } };
}
