/** The tags of a document as they open and close, with the prefixes that hold inside each. */
import { found, name, patternAt, plainName, space } from './names';

const opening = patternAt(
  `<(${name})((?:${space}+${name}${space}*=${space}*(?:"[^<"]*"|'[^<']*'))*)${space}*(/?)>`,
);
const closing = patternAt(`</(${name})${space}*>`);
const attribute = new RegExp(`(${name})${space}*=${space}*(?:"([^"]*)"|'([^']*)')`, 'gu');
const qualified = new RegExp(`^(?:(${plainName}):)?(${plainName})$`, 'u');
const entity = patternAt(`&(?:#([0-9]+)|#x([0-9a-fA-F]+)|(${name}));`);

const known = ['amp', 'lt', 'gt', 'quot', 'apos'];
const spaces = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
} as const;

/** Each prefix with its namespace; `''` is the one without a prefix. */
type Prefixes = Pick<ReadonlyMap<string, string>, 'get'>;

/** The prefixes that hold at a place: an element declares and takes back only its own, however deep it is. */
class DeclaredPrefixes implements Prefixes {
  readonly #spaces = new Map<string, string[]>(Object.entries(spaces).map(([key, space]) => [key, [space]]));

  get(prefix: string): string | undefined {
    return this.#spaces.get(prefix)?.at(-1);
  }

  declare([prefix, space]: readonly [string, string]): void {
    const before = this.#spaces.get(prefix);
    if (before === undefined) this.#spaces.set(prefix, [space]);
    else before.push(space);
  }

  takeBack([prefix]: readonly [string, string]): void {
    this.#spaces.get(prefix)?.pop();
  }
}

export class NamedTags {
  roots = 0;
  hasDoctype = false;
  takesAnyEntity = false;
  readonly #text: string;
  readonly #open: { readonly name: string; readonly own: readonly (readonly [string, string])[] }[] = [];
  readonly #prefixes = new DeclaredPrefixes();

  constructor(text: string) {
    this.#text = text;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  get name(): string {
    return this.#open.at(-1)?.name ?? '';
  }

  /** Where the tag ends that begins here, or what is wrong with it. */
  tag(at: number): number | string {
    const close = found(closing, this.#text, at);
    if (close !== null) {
      if (close[1] !== this.name) return `“${close[1]}” is closed where it is not open`;
      for (const one of this.#open.pop()?.own ?? []) this.#prefixes.takeBack(one);
      return at + close[0].length;
    }
    const open = found(opening, this.#text, at);
    if (open === null) return `no tag at “${this.#text.slice(at, at + 20)}”`;
    const [whole, tag = '', attributes = '', slash] = open;
    return this.#enter(tag, attributes, slash === '/') ?? at + whole.length;
  }

  /** The same for a reference such as `&amp;`. */
  reference(at: number): number | string {
    const one = found(entity, this.#text, at);
    if (one === null) return 'an “&” that begins no reference';
    const [whole, decimal, hexadecimal, word = ''] = one;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    const isKnown = word === '' ? isCharacter(code) : this.takesAnyEntity || known.includes(word);
    return isKnown ? at + whole.length : `“${whole.slice(0, 40)}” stands for nothing`;
  }

  #enter(tag: string, attributes: string, isEmpty: boolean): string | null {
    if (!this.isOpen) this.roots += 1;
    if (this.roots > 1) return 'more than one element';
    const matched = attributes === '' ? [] : [...attributes.matchAll(attribute)];
    const given = matched.map(([, key = '', one, other]) => [key, one ?? other ?? ''] as const);
    const own = given.filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:')).map(declared);
    for (const one of own) this.#prefixes.declare(one);
    const mistake = this.#mistakeOf(tag, given, this.#prefixes);
    if (isEmpty) for (const one of own) this.#prefixes.takeBack(one);
    else this.#open.push({ name: tag, own });
    return mistake;
  }

  #mistakeOf(
    tag: string,
    given: readonly (readonly [key: string, value: string])[],
    prefixes: Prefixes,
  ): string | null {
    // Most tags are so, and there may be a hundred thousand of them.
    if (given.length === 0 && !tag.includes(':')) return null;
    const keys = given.map(([key]) => fullName(key, prefixes, ''));
    if (fullName(tag, prefixes, prefixes.get('') ?? '') === null || keys.includes(null))
      return `a prefix in “${tag}” that has no namespace`;
    if (new Set(keys).size < keys.length) return `an attribute of “${tag}” twice`;
    for (const [key, value] of given) {
      const mistake = mistakeOfNamespace(key, value) ?? this.#mistakeOfReferences(value);
      if (mistake !== null) return mistake;
    }
    return null;
  }

  #mistakeOfReferences(value: string): string | null {
    const tags = new NamedTags(value);
    tags.takesAnyEntity = this.takesAnyEntity;
    for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at + 1)) {
      const end = tags.reference(at);
      if (typeof end === 'string') return end;
    }
    return null;
  }
}

const declared = ([key, value]: readonly [string, string]): [string, string] => [
  key === 'xmlns' ? '' : key.slice('xmlns:'.length),
  value,
];

/** A name with its namespace in place of its prefix; `null` where there is none. */
function fullName(key: string, prefixes: Prefixes, plain: string): string | null {
  if (!key.includes(':')) return `{${plain}}${key}`;
  const [, prefix, local] = qualified.exec(key) ?? [];
  if (local === undefined) return null;
  const namespace = prefix === undefined ? plain : prefixes.get(prefix);
  return namespace === undefined || (prefix !== undefined && namespace === '')
    ? null
    : `{${namespace}}${local}`;
}

function mistakeOfNamespace(key: string, value: string): string | null {
  const [, prefix] = /^xmlns:(.*)$/s.exec(key) ?? [];
  const isXml = value === spaces.xml;
  if (prefix === 'xml' ? !isXml : isXml && (prefix !== undefined || key === 'xmlns'))
    return 'the namespace of “xml” elsewhere';
  if (prefix === 'xmlns' || ((prefix !== undefined || key === 'xmlns') && value === spaces.xmlns))
    return 'the namespace of “xmlns” elsewhere';
  return prefix !== undefined && value === '' ? `an empty namespace for “${prefix}”` : null;
}

const isCharacter = (code: number): boolean =>
  (code >= 0x20 && code <= 0xd7ff) ||
  [0x9, 0xa, 0xd].includes(code) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
