import { useCoreState } from './core-state';

type Part = 'item' | 'thumbnail' | 'export';

/** The address at which the host serves a result, its thumbnail, or an archive of several. */
export function mediaUrl(id: string, part: Part = 'item'): string {
  const name = encodeURIComponent(id);
  if (useCoreState.getState().app?.host === 'desktop') return `media://${part}/${name}`;
  if (part === 'export') return `/exports/${name}`;
  return part === 'item' ? `/media/${name}` : `/media/${name}/thumbnail`;
}
