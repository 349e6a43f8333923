/** What is spoken in a sound, as the core knows it; asked once for each sound that is shown. */
import { useEffect, useMemo, useState } from 'react';
import { type Cue, captionCues, type SpokenPart } from '../../../shared/media/captions';
import type { MediaItem } from '../../../shared/media/media';
import { call } from '../../link/call';

const none: readonly SpokenPart[] = [];

export function useSpokenParts({ id, kind, origin, durationMs }: MediaItem): readonly SpokenPart[] {
  const [found, setFound] = useState<{ readonly id: string; readonly parts: readonly SpokenPart[] } | null>(
    null,
  );
  const isSpeech = kind === 'audio' && origin.modality === 'speech' && durationMs !== null;
  useEffect(() => {
    if (!isSpeech) return;
    let isWanted = true;
    void call('media.captions', { id }).then((answer) => {
      if (isWanted && answer.ok) setFound({ id, parts: answer.value });
    });
    return () => {
      isWanted = false;
    };
  }, [id, isSpeech]);
  return found?.id === id ? found.parts : none;
}

export function useCues(parts: readonly SpokenPart[]): readonly Cue[] {
  return useMemo(() => captionCues(parts), [parts]);
}
