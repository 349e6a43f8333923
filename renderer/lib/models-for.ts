import type { MediaKind } from '../../shared/modalities';
import type { Model } from '../../shared/models';

/** What gateways call the kinds in a model's capabilities. */
const wordsOf: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image', 'images'],
  audio: ['audio', 'speech'],
  video: ['video', 'videos'],
};

/** Whether a model says that it makes this kind of thing. */
export function makesKind({ capabilities }: Model, kind: MediaKind): boolean {
  return capabilities?.output.some((word) => wordsOf[kind].includes(word.toLowerCase())) ?? false;
}

/** Models to choose from: those that make this kind, then those that do not say what they make. */
export function modelsFor(models: readonly Model[], kind: MediaKind): readonly Model[] {
  const silent = models.filter(
    ({ capabilities }) => capabilities === null || capabilities.output.length === 0,
  );
  return [...models.filter((model) => makesKind(model, kind)), ...silent];
}
