/** What a stream sends after it has said its end, such as usage behind `[DONE]`. */
import type { Reply } from '../http/call';
import type { ChatAssembly } from './chat-assembly';
import { type EventParser, readEvent, type ServerEvent } from './sse';

/** What has not been read of a stream when it says its end. */
export interface Rest {
  readonly parser: EventParser;
  readonly events: readonly ServerEvent[];
  readonly rest: AsyncIterator<string>;
}

/** Usage, costs and sources that come after the end of the reply itself; nothing there makes it fail. */
export async function takeAfterEnd(
  reply: Reply,
  assembly: ChatAssembly,
  { parser, events, rest }: Rest,
): Promise<void> {
  const take = (some: readonly ServerEvent[]) => {
    for (const event of some)
      for (const chunk of readEvent(event, reply.redactor.content).chunks) assembly.addFacts(chunk);
  };
  reply.endSoon();
  take(events);
  for (let next = await rest.next(); !next.done; next = await rest.next())
    take(parseRest(parser, next.value));
  take(parser.end());
}

/** Of what comes after the end. */
function parseRest(parser: EventParser, text: string): ServerEvent[] {
  try {
    return parser.push(text);
  } catch {
    return [];
  }
}
