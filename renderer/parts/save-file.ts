import type { AppErrorData } from '../../shared/errors';
import { download, downloadBlob } from '../lib/download';
import { call } from '../link/call';
import { useCoreState } from '../state/core/core-state';
import { mediaUrl } from '../state/core/media-url';

interface OwnFile {
  /** A result, or an archive of several. */
  readonly part: 'item' | 'export';
  readonly id: string;
  /** The suggested file name. */
  readonly fileName: string;
}

/**
 * Saves a file of the host: a browser downloads it, the desktop app asks where to save it and copies it there, however
 * large it is.
 *
 * @returns the error, otherwise `null`
 */
export async function saveFile({ part, id, fileName }: OwnFile): Promise<AppErrorData | null> {
  if (useCoreState.getState().app?.host === 'desktop') {
    const answer = await call('media.saveAs', { part, id });
    return answer.ok ? null : answer.error;
  }
  const url = mediaUrl(id, part);
  download(`${url}${url.includes('?') ? '&' : '?'}download`, fileName);
  return null;
}

/**
 * The same for a small file, under exactly that name, whatever the host calls it.
 *
 * @returns false where it failed
 */
export async function saveCopy(url: string, fileName: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    if (!response.ok) return false;
    downloadBlob(await response.blob(), fileName);
    return true;
  } catch {
    return false;
  }
}
