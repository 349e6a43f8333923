/** Files that are dragged out of the window to other programs. */
import { BrowserWindow, nativeImage } from 'electron';
import { DRAG_ICON_PIXELS, dragIconOf } from '../../storage/media/drag-icon';

/** The accent color, half transparent, in the order BGRA that Electron takes. */
const PLAIN = [0xff, 0xa2, 0x7a, 0xb0];

/**
 * Continues the page's drag as a drag of the system. Electron needs an image to show under the pointer.
 * @param thumbnail of the first file; the files themselves are never decoded here
 */
export async function dragOut(paths: readonly string[], thumbnail: string | null): Promise<void> {
  const [file] = paths;
  const icon = await iconOf(thumbnail);
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (file === undefined || window === undefined) return;
  window.webContents.startDrag({ file, files: [...paths], icon });
}

async function iconOf(thumbnail: string | null): Promise<Electron.NativeImage> {
  const png = thumbnail === null ? null : await dragIconOf(thumbnail);
  const icon = png === null ? plainIcon() : nativeImage.createFromBuffer(Buffer.from(png));
  return icon.isEmpty() ? plainIcon() : icon;
}

/** For audio, video and images without a thumbnail. */
function plainIcon(): Electron.NativeImage {
  const pixels = Buffer.alloc(DRAG_ICON_PIXELS * DRAG_ICON_PIXELS * PLAIN.length);
  pixels.fill(Buffer.from(PLAIN));
  return nativeImage.createFromBitmap(pixels, { width: DRAG_ICON_PIXELS, height: DRAG_ICON_PIXELS });
}
