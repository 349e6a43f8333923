/** The menu of the right mouse button: what can be done with text and images, which Electron leaves out. */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { allowDownload } from './lockdown';
import { menuLabel } from './plain-text';

export type TextContext = Pick<Electron.ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** What can be done about a wrong word. */
export interface WordActions {
  suggest(word: string): Promise<readonly string[]>;
  /** Takes it for right from now on. */
  add(word: string): void;
}

export function addContextMenu(window: BrowserWindow, words: WordActions): void {
  window.webContents.on('context-menu', async (_, context) => {
    const items = [
      ...(await wordItems(window, context, words)),
      ...textItems(context),
      ...imageItems(window, context),
    ];
    if (items.length > 0 && !window.isDestroyed()) Menu.buildFromTemplate(items).popup({ window });
  });
}

async function wordItems(
  window: BrowserWindow,
  { misspelledWord, dictionarySuggestions }: Electron.ContextMenuParams,
  words: WordActions,
): Promise<readonly MenuItemConstructorOptions[]> {
  if (misspelledWord === '') return [];
  // On macOS the system has checked it, and knows better.
  const meant =
    dictionarySuggestions.length > 0 ? dictionarySuggestions : await words.suggest(misspelledWord);
  const suggestions = meant.map((word) => ({
    label: menuLabel(word),
    click: () => window.webContents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    { type: 'separator' },
    { label: 'Add to Dictionary', click: () => words.add(misspelledWord) },
    { type: 'separator' },
  ];
}

/** Empty where there is neither a field nor selected text: the page may have a menu of its own there. */
function textItems({
  isEditable,
  selectionText,
  editFlags,
}: TextContext): readonly MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}

export type ImageContext = Pick<
  Electron.ContextMenuParams,
  'mediaType' | 'hasImageContents' | 'srcURL' | 'x' | 'y'
>;

/** The stage draws results on a canvas, which has no address to save from. */
export function imageItems(
  window: Pick<BrowserWindow, 'webContents'>,
  { mediaType, hasImageContents, srcURL, x, y }: ImageContext,
): readonly MenuItemConstructorOptions[] {
  const isImage = mediaType === 'image' && hasImageContents;
  if (!isImage && mediaType !== 'canvas') return [];
  const copy = { label: 'Copy Image', click: () => window.webContents.copyImageAt(x, y) };
  if (!isImage) return [copy];
  const save = () => {
    const url = wholeImage(srcURL);
    allowDownload(url);
    window.webContents.downloadURL(url);
  };
  return [copy, { label: 'Save Image As…', click: save }];
}

/** What is saved is the file itself, also where its thumbnail is shown; one that is shown without its name has none then. */
export const wholeImage = (url: string): string =>
  url.replace(/^media:\/\/(?:thumbnail|item)\/([^?#]+)(.*)$/, (_, id: string, rest: string) => {
    const unnamed = /[?&]unnamed(?:[&=#]|$)/.test(rest) ? '&unnamed' : '';
    return `media://item/${id}?download${unnamed}`;
  });
