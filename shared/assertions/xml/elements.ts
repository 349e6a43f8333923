/** The elements in a text, also between other words: each that is closed, with what is in it. Reads every character once. */
import { found, name, patternAt } from './names';

/** An element by the names in it: of its attributes (`@_id`), its text (`#text`) and its elements. */
export interface Element {
  readonly inside: ReadonlyMap<string, readonly Element[]>;
}

type Inside = Map<string, Element[]>;

interface Open {
  readonly name: string;
  readonly inside: Inside;
  text: string;
}

const tagName = patternAt(`<(/?)(${name})`);
const attribute = /[^\s=/]+/gu;

/**
 * Elements of which none is in another, in groups: those of a group are beside each other, in the text or in an element
 * that is never closed.
 */
export function elementsIn(text: string): readonly Element[] {
  const reading = new Reading();
  for (let at = text.indexOf('<'), end = 0; at >= 0; at = text.indexOf('<', end)) {
    const tag = tagAt(text, at);
    reading.add(text.slice(end, at), tag);
    end = tag?.end ?? at + 1;
  }
  return reading.end();
}

class Reading {
  readonly #outside: Open = { name: '', inside: new Map(), text: '' };
  readonly #open: Open[] = [];
  readonly #groups: Element[] = [];

  get #around(): Open {
    return this.#open.at(-1) ?? this.#outside;
  }

  /** A text and the tag behind it. */
  add(text: string, tag: Tag | null): void {
    this.#around.text += text;
    if (tag === null || tag.kind === 'other') return;
    if (tag.kind === 'close') this.#close(tag.name);
    else {
      const inside = attributesIn(tag.name, tag.body);
      if (tag.kind === 'empty') put(this.#around.inside, tag.name, { inside });
      else this.#open.push({ name: tag.name, inside, text: '' });
    }
  }

  end(): readonly Element[] {
    this.#leave();
    return hasElement(this.#outside) ? [this.#outside, ...this.#groups] : this.#groups;
  }

  #close(tag: string): void {
    if (this.#around.name !== tag) {
      this.#leave();
      return;
    }
    const closed = this.#open.pop();
    if (closed === undefined) return;
    // A text alone is the element itself: no name leads into it.
    if (closed.inside.size > 0 && closed.text.trim() !== '') put(closed.inside, '#text', leaf);
    put(this.#around.inside, closed.name, closed);
  }

  /** What is open here is never closed. */
  #leave(): void {
    this.#groups.push(...this.#open.splice(0).filter(hasElement));
  }
}

const hasElement = ({ inside }: Element): boolean => [...inside.keys()].some((key) => !/^[@#]/.test(key));

const leaf: Element = { inside: new Map() };

function put(inside: Inside, key: string, element: Element): void {
  const before = inside.get(key);
  if (before === undefined) inside.set(key, [element]);
  else before.push(element);
}

function attributesIn(tag: string, body: string): Inside {
  const inside: Inside = new Map();
  const bare = body.slice(tag.length).replaceAll(/"[^"]*"|'[^']*'/g, ' ');
  for (const [key] of bare.matchAll(attribute)) inside.set(`@_${key}`, [leaf]);
  return inside;
}

type Tag = { readonly end: number } & (
  | { readonly kind: 'open' | 'empty'; readonly name: string; readonly body: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'other' }
);

/** `null` where no tag begins. */
function tagAt(text: string, at: number): Tag | null {
  const sign = text[at + 1];
  if (sign === '!' || sign === '?') return { kind: 'other', end: declarationEnd(text, at) };
  const [, slash, tag] = found(tagName, text, at) ?? [];
  const end = tag === undefined ? null : tagEnd(text, at);
  if (tag === undefined || end === null) return null;
  if (slash === '/') return { kind: 'close', name: tag, end };
  const body = text.slice(at + 1, end - 1);
  return { kind: /\/\s*$/.test(body.slice(-20)) ? 'empty' : 'open', name: tag, body, end };
}

/** Behind the `>` that is in no quotes; `null` where another tag or the end comes first. */
function tagEnd(text: string, from: number): number | null {
  let quote = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '<') return null;
    else if (sign === '>') return at + 1;
  }
  return null;
}

const declarations = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<?', closes: '?>' },
  { opens: '<!', closes: '>' },
] as const;

function declarationEnd(text: string, at: number): number {
  const kind = declarations.find(({ opens }) => text.startsWith(opens, at));
  const end = kind === undefined ? -1 : text.indexOf(kind.closes, at + kind.opens.length);
  return kind === undefined || end < 0 ? text.length : end + kind.closes.length;
}

/** Whether a path of names, such as `order.item`, leads to something. Of several with one name, a number says which. */
export function hasPath(element: Element, path: string): boolean {
  let here: readonly Element[] = [element];
  for (const key of path.split('.')) {
    const [one] = here;
    if (here.length > 1) here = /^(0|[1-9]\d*)$/.test(key) ? here.slice(Number(key), Number(key) + 1) : [];
    else here = one?.inside.get(key) ?? [];
    if (here.length === 0) return false;
  }
  return true;
}
