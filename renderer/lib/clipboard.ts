type Picture = HTMLImageElement | HTMLVideoElement;

/** Copies an image to the clipboard, as PNG at its full size; returns whether that worked. */
export async function copyImage(picture: Picture): Promise<boolean> {
  try {
    // The clipboard gets the promise, not the bytes: making them takes longer than a click counts as a user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(picture) })]);
    return true;
  } catch {
    return false;
  }
}

/** The image at an address, readable by the page whatever its scheme. */
async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  await image.decode();
  return image;
}

export async function copyImageAt(url: string): Promise<boolean> {
  try {
    return await copyImage(await loadPicture(url));
  } catch {
    return false;
  }
}

function toPng(picture: Picture): Promise<Blob> {
  const isVideo = picture instanceof HTMLVideoElement;
  const canvas = document.createElement('canvas');
  canvas.width = isVideo ? picture.videoWidth : picture.naturalWidth;
  canvas.height = isVideo ? picture.videoHeight : picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

/** Copies text to the clipboard; returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For hosts that refuse every permission: copying a selection after a click needs none. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
