import { useReported } from '../store/reported';

/**
 * Hands a file of the host to the person, under a name of its own.
 *
 * @returns false where it could not be had.
 */
export async function saveFile(url: string, fileName: string): Promise<boolean> {
  if (useReported.getState().app?.host === 'browser') {
    download(`${url}?download`, fileName);
    return true;
  }
  // Another scheme is another origin, where a link's `download` does not count: the page hands over its own copy.
  return saveCopy(url, fileName);
}

/** The same for a file that is small, under exactly that name, whatever the host calls it. */
export async function saveCopy(url: string, fileName: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    if (!response.ok) return false;
    const copy = URL.createObjectURL(await response.blob());
    download(copy, fileName);
    setTimeout(() => URL.revokeObjectURL(copy), revokeAfterMs);
    return true;
  } catch {
    return false;
  }
}

/** Long enough for the download to have begun. */
const revokeAfterMs = 60_000;

function download(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}
