/**
 * Server-sent events out of text cut anywhere.
 *
 * Our own rather than the transport library's, because that one neither bounds an event's size nor tells a cut stream
 * from an ended one.
 */
export interface ServerEvent {
  /** The `event:` field; empty where there is none. */
  readonly type: string;
  readonly data: string;
}

/** Pictures come inside an event, in base64; a larger one is refused. */
export const MAX_EVENT_CHARACTERS = 32 * 1_048_576;

export class EventTooLargeError extends Error {}

export interface EventParser {
  /** The events completed by this text. Throws {@link EventTooLargeError}. */
  push(text: string): ServerEvent[];
  /** At a clean end: the event that lacks only its closing blank line, if any. */
  end(): ServerEvent[];
}

/** Takes CRLF, LF and CR as line ends, `data:` with and without a space, and ignores comments (keep-alives). */
export function createEventParser(maxCharacters = MAX_EVENT_CHARACTERS): EventParser {
  let line = '';
  let data: string[] = [];
  let type = '';
  let size = 0;
  let endedInCarriageReturn = false;

  const endLine = (events: ServerEvent[]) => {
    if (line === '') {
      if (data.length > 0) events.push({ type, data: data.join('\n') });
      data = [];
      type = '';
      size = 0;
      return;
    }
    const [name, value] = splitField(line);
    if (name === 'data') data.push(value);
    if (name === 'event') type = value;
    // Servers based on llama.cpp wrote an error as a field of its own.
    if (name === 'error') {
      data.push(value);
      type = 'error';
    }
    line = '';
  };

  const grow = (piece: string) => {
    line += piece;
    size += piece.length;
    if (size > maxCharacters) throw new EventTooLargeError();
  };

  return {
    push(text) {
      const events: ServerEvent[] = [];
      // A CRLF may be cut in two: its line has ended already with the CR.
      const rest = endedInCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text !== '') endedInCarriageReturn = text.endsWith('\r');
      const [first = '', ...others] = rest.split(/\r\n|\n|\r/);
      grow(first);
      for (const next of others) {
        endLine(events);
        grow(next);
      }
      return events;
    },
    end() {
      const events: ServerEvent[] = [];
      if (line !== '') endLine(events);
      endLine(events);
      return events;
    },
  };
}

function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
