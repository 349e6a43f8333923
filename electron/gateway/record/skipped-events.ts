/** Events of a stream that are no part of the reply, such as `ping` or a date. The app skips them; the inspector says so. */
import { cutText } from '../../../shared/text/cut-text';

export interface SkippedEvents {
  /** @param data free of the key */
  add(data: string): void;
  /** What the inspector says about them; `null` where there are none. */
  note(): string | null;
}

/** Of each; enough to recognize it. */
const MOST_CHARACTERS = 60;
/** So many are quoted. */
const MOST_QUOTED = 3;

export function createSkippedEvents(): SkippedEvents {
  const quoted = new Set<string>();
  let count = 0;
  return {
    add(data) {
      count += 1;
      if (quoted.size < MOST_QUOTED) quoted.add(shorten(data.trim()));
    },
    note() {
      if (count === 0) return null;
      const events = count === 1 ? '1 event that is' : `${count} events that are`;
      return `The stream has ${events} no part of the reply, and skipped: ${[...quoted].map((data) => `“${data}”`).join(', ')}.`;
    },
  };
}

const shorten = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${cutText(text, MOST_CHARACTERS)}…`;
