/** Spelling in the fields of a window: the words go to our own checker, so Chromium downloads no dictionary. */
import type { WebContents } from 'electron';
import { z } from 'zod';
import { spellChannel, spellLanguageChannel } from './ipc-channels';

export interface SpellChecker {
  check(words: readonly string[]): Promise<readonly string[]>;
}

const wordsSchema = z.array(z.string().max(200)).max(10_000);

/** @param isOurPage of the frame that asks */
export function serveSpelling(
  contents: WebContents,
  checker: SpellChecker,
  isOurPage: (frame: Electron.WebFrameMain | null) => boolean,
): void {
  contents.ipc.handle(spellChannel, async (event, words: unknown) => {
    const checked = wordsSchema.safeParse(words);
    return isOurPage(event.senderFrame) && checked.success ? checker.check(checked.data) : [];
  });
}

/** Tells the page's fields which language is checked; none for the empty code. */
export function tellLanguage(contents: WebContents, code: string): void {
  contents.send(spellLanguageChannel, code);
}
