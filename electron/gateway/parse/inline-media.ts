/**
 * Media that stand inside the text of a reply as a data URL, alone, in Markdown (`![image](data:image/png;base64,…)`) or
 * in an `<img>`: gateways in front of models that make images write them so (QuantumNous/new-api#1681,
 * foxhui/WebAI2API#102). In code it stays text, and so does what is too short to be a file.
 */
import { readDataUrl, sniffMediaType } from './media-type';
import { type CodeContext, createCodeContext } from './thinking/code-context';

/** A stretch of the text, or a whole data URL. */
export type InlinePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly url: string };

export interface InlineMedia {
  push(text: string): readonly InlinePiece[];
  /** What was held back. */
  end(): readonly InlinePiece[];
  /** Characters that are held back. */
  held(): number;
}

/** In characters of its base64; an image of one pixel has 92. */
const SHORTEST = 64;
const KIND = '(?:image|audio|video)';
/** What may stand before the data: a Markdown image or an HTML tag, each with its own end. */
const START = new RegExp(
  `^(?:!?\\[[^\\]\\n]{0,200}\\]\\(\\s{0,9}<?|<img\\s[^<>\\n]{0,200}?src=["']?)?data:${KIND}/[\\w.+-]{1,60}(?:;[\\w=.-]{1,60}){0,4};base64,`,
  'i',
);
const FIRST = /!\[|(?<=!)\[|<img\s|<(?:i(?:mg?)?)?$|(?<!\w)(?:data:(?=[iav]|$)|d(?:a(?:ta?)?)?$)/gi;
/** The beginning of one of these may become a start with what follows. */
const BEGUN = [
  /^!?\[[^\]\n]{0,200}$/,
  /^!?\[[^\]\n]{0,200}\](?:\(\s{0,9}<?(?<data>[^\s)]{0,400})?)?$/,
  /^<(?:i(?:m(?:g(?:\s[^<>\n]{0,200}?(?:src=["']?(?<data>[^\s"'<>]{0,400}))?)?)?)?)?$/i,
  /^(?<data>d[^\s]{0,400})$/i,
];
const DATA_BEGUN = new RegExp(`^(?:data:${KIND}/[\\w.+;=-]*,?|data:[a-z]{0,5})$`, 'i');
const MARKDOWN_END = /^>?(?:\s{1,9}"[^"\n]{0,200}")?\s{0,9}\)/;
/** Within base64 that is written in lines, as in mail. */
const LINE_BREAK = /^[\t ]*\r?\n\s*(?=[\w+/=-])/;
const TAG_END = /^["']?[^<>\n]{0,400}>/;
/** An end is waited for as far. */
const LONGEST_END = 500;

/** A data URL that has begun: its beginning as it stood, and the pieces of its base64. */
interface Begun {
  readonly start: string;
  readonly pieces: string[];
  length: number;
}

export function createInlineMedia(): InlineMedia {
  const code = createPassedCode();
  let waiting = '';
  /** The character before it. */
  let before = '';
  let begun: Begun | null = null;
  let out: InlinePiece[] = [];

  const say = (text: string) => {
    if (text === '') return;
    code.pass(text);
    before = text.charAt(text.length - 1);
    const last = out.at(-1);
    if (last?.kind === 'text') out[out.length - 1] = { kind: 'text', text: last.text + text };
    else out.push({ kind: 'text', text });
  };
  const pass = (characters: number) => {
    say(waiting.slice(0, characters));
    waiting = waiting.slice(characters);
  };
  /** @returns whether more of `waiting` can be read now */
  const readText = (isEnd: boolean): boolean => {
    pass(firstIn(before, waiting));
    const [start] = START.exec(waiting) ?? [];
    const isPlain = start === undefined && (isEnd || !mayBegin(waiting));
    if (waiting !== '' && (isPlain || code.isCode())) pass(1);
    else if (start === undefined) return false;
    else {
      begun = { start, pieces: [], length: 0 };
      waiting = waiting.slice(start.length);
    }
    return waiting !== '';
  };
  const takeLineBreak = ({ start, pieces }: Begun): boolean => {
    const [broken] = isAlone(start) ? [] : (LINE_BREAK.exec(waiting) ?? []);
    if (broken === undefined) return false;
    pieces.push(broken);
    waiting = waiting.slice(broken.length);
    return true;
  };
  const readData = (now: Begun, isEnd: boolean): boolean => {
    const end = waiting.search(/[^\w+/=-]/);
    const piece = end === -1 ? waiting : waiting.slice(0, end);
    now.pieces.push(piece);
    now.length += piece.length;
    waiting = waiting.slice(piece.length);
    if (end === -1 && !isEnd) return false;
    if (takeLineBreak(now)) return true;
    const closing = closingOf(now.start, waiting);
    if (closing === null && !isEnd && waiting.length < LONGEST_END) return false;
    begun = null;
    const whole = now.start + now.pieces.join('');
    const url = whole.slice(whole.search(/data:/i)).replaceAll(/\s+/g, '');
    if (now.length >= SHORTEST && isMedia(url)) {
      out.push({ kind: 'media', url });
      waiting = waiting.slice(closing?.length ?? 0);
      before = '';
    } else say(whole);
    return waiting !== '';
  };
  const read = (isEnd: boolean): readonly InlinePiece[] => {
    while (begun === null ? waiting !== '' && readText(isEnd) : readData(begun, isEnd));
    const pieces = out;
    out = [];
    return pieces;
  };
  return {
    push(text) {
      waiting += text;
      return read(false);
    },
    end: () => read(true),
    held: () => waiting.length + (begun === null ? 0 : begun.start.length + begun.length),
  };
}

/** Where something may begin; the length of the text where nothing does. */
function firstIn(before: string, text: string): number {
  FIRST.lastIndex = before.length;
  return (FIRST.exec(before + text)?.index ?? before.length + text.length) - before.length;
}

function mayBegin(text: string): boolean {
  return BEGUN.some((form) => {
    const found = form.exec(text);
    const data = found?.groups?.data ?? '';
    return found !== null && (data === '' || DATA_BEGUN.test(data) || 'data:'.startsWith(data.toLowerCase()));
  });
}

/** What closes the form that the data stands in; `null` while that has yet to come. */
function closingOf(start: string, rest: string): string | null {
  const end = start.startsWith('<') ? TAG_END : MARKDOWN_END;
  return isAlone(start) ? '' : (end.exec(rest)?.[0] ?? null);
}

const isAlone = (start: string): boolean => /^data:/i.test(start);

function isMedia(url: string): boolean {
  const source = readDataUrl(url, null);
  return source?.kind === 'bytes' && sniffMediaType(source.bytes) !== null;
}

/** A text that is the base64 of a file and nothing else, as some relays have it, as a data URL; `null` for any other. */
export function bareFile(text: string): string | null {
  const head = text.slice(0, 400).replaceAll(/\s+/g, '').slice(0, 64);
  if (head.length < SHORTEST || !/^[\w+/=-]+$/.test(head)) return null;
  const type = sniffMediaType(Buffer.from(head, 'base64'));
  if (type === null || !new RegExp(`^${KIND}/`).test(type)) return null;
  return /^\s*[\w+/=\s-]+$/.test(text) ? `data:${type};base64,${text.replaceAll(/\s+/g, '')}` : null;
}

/** Whether the end of the text that has passed is inside code; looked at only where something begins. */
function createPassedCode() {
  const context: CodeContext = createCodeContext();
  let passed = '';
  return {
    pass(text: string): void {
      passed += text;
    },
    isCode(): boolean {
      for (const character of passed) context.take(character);
      passed = '';
      return context.isCode();
    },
  };
}
