/** Here-documents of a shell: the lines up to the word that ends them. */

interface HereDocument {
  readonly head: string;
  readonly take: (text: string) => void;
}

export function createDocuments(text: string) {
  const asked: HereDocument[] = [];
  const documentAt = (head: string, at: number) => {
    const [, dash, quote, end = ''] = /^(-?)\s*(['"]?)(\w+)/.exec(head) ?? [];
    const lines = linesFrom(text, at, end);
    const own = lines.text.replace(/\r\n/g, '\n');
    const bare = dash === '-' ? own.replace(/^\t+/gm, '') : own;
    return { text: quote === '' ? expanded(bare) : bare, at: lines.at };
  };
  return {
    /** One that begins with the next line. */
    ask(head: string, take: HereDocument['take']) {
      asked.push({ head, take });
    },
    /** Reads all that begin with the line at `at`. @returns where the text goes on */
    read(at: number): number {
      let from = at;
      for (const { head, take } of asked.splice(0)) {
        const found = documentAt(head, from);
        take(found.text);
        from = found.at;
      }
      return from;
    },
    /** One inside `"$(cat <<…)"`. @returns also where the text goes on */
    quoted(head: string, at: number): { readonly text: string; readonly at: number } {
      const found = documentAt(head, at);
      const [closing = ''] = /^\s*\)"/.exec(text.slice(found.at, found.at + 100)) ?? [];
      return { text: found.text, at: found.at + closing.length };
    },
  };
}

function linesFrom(text: string, from: number, end: string): { readonly text: string; readonly at: number } {
  let at = from;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next === -1 ? text.length : next);
    if (line.trim() === end || line.trim() === `${end})`)
      return { text: text.slice(from, Math.max(from, at - 1)), at: Math.min(at + line.length, text.length) };
    if (next === -1) break;
    at = next + 1;
  }
  return { text: text.slice(from), at: text.length };
}

/** A document whose word has no quotes is read as in `"…"`; one that is JSON only as it is written was meant so. */
function expanded(text: string): string {
  const read = text.replace(/\\([\\$`\n])/g, (_, one: string) => (one === '\n' ? '' : one));
  return read === text || isJson(read) || !isJson(text) ? read : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
