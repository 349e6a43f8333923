/** A list of objects that arrives bit by bit, as Gemini streams where events were not asked for. */

/** So much of a list without any object is shown as what came in place of a reply. */
const MOST_SHOWN = 20_000;

/**
 * Each object of the list as a line of its own, as soon as it is whole. What is not whole yet is passed on too: its length
 * is limited where events are read.
 *
 * @param noObjects makes what is thrown at the end of a list without any, from its text
 */
export async function* linesOfList(
  texts: AsyncIterable<string>,
  noObjects: (text: string) => Error,
): AsyncGenerator<string> {
  const items = createItemReader();
  let shown = '';
  let hasItems = false;
  let hasEnded = false;
  for await (const text of texts) {
    const lines = items.read(text);
    hasItems ||= lines !== '';
    if (hasItems) yield lines;
    else shown = (shown + text).slice(0, MOST_SHOWN);
    if (hasItems && !hasEnded && items.isClosed()) {
      hasEnded = true;
      yield END;
    }
  }
  if (!hasItems) throw noObjects(shown);
}

/** A list that is closed is whole, also where nothing in it says so. */
const END = 'data: [DONE]\n\n';

/** Passes on the objects of the outermost list. Line ends are left out: inside a text they are escaped. */
function createItemReader() {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  const readText = (sign: string) => {
    if (!isEscaped && sign === '"') isText = false;
    isEscaped = !isEscaped && sign === '\\';
  };
  const readSign = (sign: string) => {
    if (sign === '"') isText = true;
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
  };
  const take = (sign: string): string => {
    const before = depth;
    if (isText) readText(sign);
    else readSign(sign);
    if (before > 1 && depth === 1) return `${sign}\n`;
    return depth > 1 && sign !== '\n' && sign !== '\r' ? sign : '';
  };
  return {
    read(text: string): string {
      let lines = '';
      for (const sign of text) lines += take(sign);
      return lines;
    },
    isClosed: () => depth === 0,
  };
}
