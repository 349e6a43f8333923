import { AudioLines, Clapperboard, File, Image } from 'lucide-react';
import type { MediaItem } from '../../../../shared/media/media';
import { cutText } from '../../../../shared/text/cut-text';
import { call } from '../../../link/call';
import { seekMedia } from '../../../state/ui/library-view';
import type { Group, Hit, Source } from '../hit';

const icons = { image: Image, audio: AudioLines, video: Clapperboard, file: File } as const;
const title = 'Media';

/** Results, by the words of their prompt, model and name; the newest where nothing is typed. */
export const mediaSource: Source = { title, prefix: '#', find };

async function find(query: string, limit: number): Promise<Group> {
  const answer = await call('library.page', { cursor: null, limit, filter: query === '' ? {} : { query } });
  if (!answer.ok) return { title, hits: [], error: answer.error };
  return { title, hits: answer.value.items.map((item) => hitOf(item, query)) };
}

const labelCharacters = 300;

const hitOf = (item: MediaItem, query: string): Hit => {
  const { id, kind, origin, fileName } = item;
  return {
    key: `media:${id}`,
    icon: icons[kind],
    item,
    label: origin.prompt.trim() === '' ? fileName : cutText(origin.prompt, labelCharacters),
    detail: origin.model,
    run: () => seekMedia(id, query),
  };
};
