/** Spelling in the language of one's choice; nothing is downloaded for it. */
import { Worker } from 'node:worker_threads';
import type { Settings } from '../../shared/app/settings';
import { type Dictionary, findDictionaries } from './dictionaries';

export interface Spelling {
  /** Uses a language from now on; none for the empty code, or one that is not on this computer. */
  use(code: string, ownWords: readonly string[]): void;
  /** The wrong ones among the words; none while no language is used. */
  check(words: readonly string[]): Promise<readonly string[]>;
  suggest(word: string): Promise<readonly string[]>;
  close(): void;
}

export interface SpellingOptions {
  /** The built `spelling-worker`. */
  readonly entry: string | URL;
  readonly dictionaries: readonly Dictionary[];
  /** A dictionary could not be used; spelling is off then. */
  readonly onFailure: (dictionary: Dictionary) => void;
}

/** Some dictionaries unfold to millions of words: such a one ends its thread, not the app. */
const MAX_MEGABYTES = 1024;

type Ask = SpellingRequest extends infer One ? (One extends unknown ? Omit<One, 'id'> : never) : never;

interface Thread {
  ask(request: Ask): Promise<readonly string[]>;
  end(): void;
}

export function createSpelling({ entry, dictionaries, onFailure }: SpellingOptions): Spelling {
  let used = '';
  let own: ReadonlySet<string> = new Set();
  let thread: Thread | null = null;
  const stop = () => {
    thread?.end();
    thread = null;
  };
  return {
    use(code, ownWords) {
      own = new Set(ownWords);
      if (code === used) return;
      used = code;
      stop();
      const dictionary = dictionaries.find((one) => one.code === code);
      if (dictionary === undefined) return;
      thread = startThread(entry, dictionary, () => {
        thread = null;
        onFailure(dictionary);
      });
    },
    async check(words) {
      const unknown = words.filter((word) => !own.has(word));
      return thread === null || unknown.length === 0 ? [] : thread.ask({ kind: 'check', words: unknown });
    },
    suggest: async (word) => thread?.ask({ kind: 'suggest', word }) ?? [],
    close: stop,
  };
}

function startThread(entry: string | URL, { affixes, words }: SpellingSetup, onFailure: () => void): Thread {
  const waiting = new Map<number, (words: readonly string[]) => void>();
  let lastId = 0;
  let isEnded = false;
  const worker = new Worker(entry, {
    workerData: { affixes, words } satisfies SpellingSetup,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const end = () => {
    isEnded = true;
    for (const answer of waiting.values()) answer([]);
    waiting.clear();
  };
  worker.on('message', ({ id, words: found }: SpellingReply) => {
    waiting.get(id)?.(found);
    waiting.delete(id);
  });
  worker.on('error', () => {
    if (!isEnded) onFailure();
    end();
  });
  worker.unref();
  return {
    ask(request) {
      if (isEnded) return Promise.resolve([]);
      const id = ++lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ ...request, id });
      });
    },
    end() {
      end();
      void worker.terminate();
    },
  };
}

// Spelling as the settings say, for the windows of the desktop.

export interface FollowedSpelling extends Pick<Spelling, 'check' | 'suggest'> {
  /** The language that is checked; empty for none. */
  language(): string;
  follow(settings: Pick<Settings, 'spellLanguage' | 'spellWords'>): void;
}

/**
 * @param onLanguage called after each change, so that fields are checked in it
 * @param onFailure a dictionary that could not be used
 */
export function followSpelling(
  entry: string | URL,
  onLanguage: (code: string) => void,
  onFailure: (dictionary: Dictionary) => void,
): FollowedSpelling {
  let language = '';
  let spelling: Spelling | null = null;
  return {
    language: () => language,
    check: async (words) => spelling?.check(words) ?? [],
    suggest: async (word) => spelling?.suggest(word) ?? [],
    follow({ spellLanguage, spellWords }) {
      // Nothing is read from the disk before a language is chosen.
      if (spelling === null && spellLanguage === '') return;
      spelling ??= createSpelling({ entry, dictionaries: findDictionaries(), onFailure });
      spelling.use(spellLanguage, spellWords);
      if (spellLanguage === language) return;
      language = spellLanguage;
      onLanguage(language);
    },
  };
}

/** What the spelling thread is asked, and what it answers. */
export interface SpellingSetup {
  readonly affixes: string;
  readonly words: string;
}

export type SpellingRequest =
  | { readonly id: number; readonly kind: 'check'; readonly words: readonly string[] }
  | { readonly id: number; readonly kind: 'suggest'; readonly word: string };

export interface SpellingReply {
  readonly id: number;
  /** The wrong ones among the words, or what may have been meant. */
  readonly words: readonly string[];
}
