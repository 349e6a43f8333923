import { replacedFiles, useCoreState } from './core-state';

type Part = 'item' | 'thumbnail' | 'export';

/** The address at which the host serves a result, its thumbnail, or an archive of several. */
export function mediaUrl(id: string, part: Part = 'item'): string {
  const name = encodeURIComponent(id);
  const version = replacedFiles.get(id);
  // The page keeps what it has shown under an address.
  const query = version === undefined ? '' : `?v=${version}`;
  if (useCoreState.getState().app?.host === 'desktop') return `media://${part}/${name}${query}`;
  if (part === 'export') return `/exports/${name}`;
  return `/media/${name}${part === 'item' ? '' : '/thumbnail'}${query}`;
}

/** The same without its name, which says the model: a browser would show that as it saves the file. */
export function unnamedUrl(id: string): string {
  const url = mediaUrl(id);
  return `${url}${url.includes('?') ? '&' : '?'}unnamed`;
}
