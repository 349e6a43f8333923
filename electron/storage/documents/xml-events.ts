/**
 * Reads the XML of office documents piece by piece. It knows no entities but the five of XML itself and numbers: nothing
 * that a document declares is ever looked up, within it or elsewhere, so none can grow or name a file.
 */

export type XmlEvent =
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

/** What is written inside one tag: far more than any has. */
const MOST_TAG_CHARACTERS = 100_000;

/** What an entity stands for; itself where that isn’t known. */
export type Entities = (written: string) => string;

/**
 * Names come without their prefix. An element without content opens and closes.
 * @param entities those of the format beyond XML’s own
 */
export function* xmlEvents(xml: string, entities?: Entities): Generator<XmlEvent> {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    const end = start < 0 ? xml.length : start;
    if (end > at) yield { kind: 'text', text: decoded(xml.slice(at, end), entities) };
    if (start < 0) return;
    const skipped = skippedFrom(xml, start);
    if (skipped === null) {
      const close = tagEnd(xml, start);
      yield* tagEvents(xml.slice(start + 1, close));
      at = close + 1;
    } else {
      if (skipped.text !== '') yield { kind: 'text', text: skipped.text };
      at = skipped.end;
    }
  }
}

/** Comments, instructions and declarations are passed over; a stretch of characters is text. */
function skippedFrom(xml: string, start: number): { readonly text: string; readonly end: number } | null {
  const upTo = (mark: string, from: number) => {
    const found = xml.indexOf(mark, from);
    return found < 0 ? xml.length : found;
  };
  if (xml.startsWith('<![CDATA[', start)) {
    const end = upTo(']]>', start);
    return { text: xml.slice(start + 9, end), end: end + 3 };
  }
  if (xml.startsWith('<!--', start)) return { text: '', end: upTo('-->', start) + 3 };
  if (xml.startsWith('<?', start)) return { text: '', end: upTo('?>', start) + 2 };
  if (!xml.startsWith('<!', start)) return null;
  // A document type with declarations of its own ends after them.
  const plain = upTo('>', start);
  return { text: '', end: (xml.slice(start, plain).includes('[') ? upTo(']>', start) + 1 : plain) + 1 };
}

/** A value may hold `>`: the tag ends at the first one outside of quotes. */
function tagEnd(xml: string, start: number): number {
  let quote = '';
  const most = Math.min(xml.length, start + MOST_TAG_CHARACTERS);
  for (let at = start + 1; at < most; at += 1) {
    const character = xml[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return most;
}

function* tagEvents(tag: string): Generator<XmlEvent> {
  const isClose = tag.startsWith('/');
  const isEmpty = tag.endsWith('/');
  const inside = tag.slice(isClose ? 1 : 0, isEmpty ? -1 : undefined);
  const [whole = ''] = inside.split(/\s/, 1);
  const name = whole.slice(whole.indexOf(':') + 1);
  const attributes = inside.slice(whole.length);
  yield { kind: isClose ? 'close' : 'open', name, attributes };
  if (isEmpty) yield { kind: 'close', name, attributes: '' };
}

/** A sheet asks for the same few attributes of each of its cells. */
const patterns = new Map<string, RegExp>();

/** The value of an attribute, by its name without a prefix; `null` where it is not there. */
export function attributeOf(attributes: string, name: string, entities?: Entities): string | null {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const value = pattern.exec(attributes);
  return value === null ? null : decoded(value[1] ?? value[2] ?? '', entities);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string, entities: Entities = (written) => written): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,31}));/gi,
    (all, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) {
        const own = name.toLowerCase();
        return Object.hasOwn(named, own) ? (named[own] ?? all) : entities(all);
      }
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
