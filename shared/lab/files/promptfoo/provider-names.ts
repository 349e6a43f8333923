/** Names of models as promptfoo writes them. */

const kinds: Readonly<Record<string, 'image' | 'speech' | 'video'>> = {
  image: 'image',
  speech: 'speech',
  tts: 'speech',
  video: 'video',
};

const kindName = /^(chat|messages|completion|responses|embeddings?|image|speech|tts|video)$/;

/** `openai:chat:gpt-4o`: who, what kind, and the model, which may hold colons itself. `vendor/model` is a model. */
export function modelOfProvider(id: string): {
  readonly model: string;
  readonly modality: 'chat' | 'image' | 'speech' | 'video';
} {
  const [vendor = '', ...rest] = id.split(':');
  if (rest.length === 0 || vendor.includes('/')) return { model: id, modality: 'chat' };
  // One program asks another one's models: `adaline:openai:chat:gpt-4o`.
  const isNested = rest.length > 2 && !kindName.test(rest[0] ?? '') && kindName.test(rest[1] ?? '');
  const [kind = '', ...after] = isNested ? rest.slice(1) : rest;
  const isKind = kindName.test(kind) && after.length > 0;
  return { model: (isKind ? after : rest).join(':'), modality: (isKind ? kinds[kind] : undefined) ?? 'chat' };
}

/** `openai:embedding:…`: makes vectors, and answers nothing. */
export const makesVectors = (id: string): boolean => /(^|:)embeddings?:/.test(id);
