/** Files that are dragged out of the window to other programs. */
import { BrowserWindow, nativeImage } from 'electron';

const ICON_PIXELS = 64;
/** The accent colour, half seen through, in the order BGRA that Electron takes. */
const PLAIN = [0xff, 0xa2, 0x7a, 0xb0];

/** Goes on, as a drag of the system's, with what the page began. Electron wants a picture to show under the pointer. */
export function dragOut(paths: readonly string[]): void {
  const [file] = paths;
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (file === undefined || window === undefined) return;
  window.webContents.startDrag({ file, files: [...paths], icon: iconOf(file) });
}

function iconOf(file: string): Electron.NativeImage {
  const picture = nativeImage.createFromPath(file);
  return picture.isEmpty() ? plainIcon() : picture.resize({ width: ICON_PIXELS });
}

/** For sound, films and pictures of a kind that Electron does not read. */
function plainIcon(): Electron.NativeImage {
  const pixels = Buffer.alloc(ICON_PIXELS * ICON_PIXELS * PLAIN.length);
  pixels.fill(Buffer.from(PLAIN));
  return nativeImage.createFromBitmap(pixels, { width: ICON_PIXELS, height: ICON_PIXELS });
}
