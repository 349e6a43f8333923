/** The marks that models put around their thinking, and that a gateway passes on inside the text. */

/** A pair of marks: what is between them is thinking. All in lower case; they are compared so. */
export interface Family {
  readonly open: string;
  readonly close: string;
  readonly isWord?: boolean;
  /** One of XML's form may end with the name of another, as models write now and then. */
  readonly isTag?: boolean;
}

/** Of XML's form, under the names that models were trained with. */
const names = ['think', 'thinking', 'seed:think', 'longcat_think', 'antthinking', 'ant:thinking', 'mm:think'];
/** These are words of any XML too: they open thinking at the beginning of a reply alone. */
const words = ['thought', 'reasoning', 'reason'];

const tagOf = (name: string) => ({ open: `<${name}>`, close: `</${name}>`, isTag: true });

const families: readonly Family[] = [
  ...names.map(tagOf),
  ...words.map((name) => ({ ...tagOf(name), isWord: true })),
  // Mistral, Kimi, Cohere, Sky-T1, Apertus and Gemma.
  { open: '[think]', close: '[/think]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|start_thinking|>', close: '<|end_thinking|>' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: '<unused94>thought', close: '<unused95>' },
];

/** Marks of the harmony format: a message is `<|start|>role<|channel|>name<|message|>…<|end|>`. */
export const harmony = {
  heads: ['<|start|>', '<|channel|>'],
  message: '<|message|>',
  ends: ['<|end|>', '<|return|>', '<|call|>'],
} as const;

/** What is left of harmony's marks where a server removed the special tokens. */
export const bareFinal = 'assistantfinal';

export type Marker =
  | { readonly kind: 'open' | 'close'; readonly length: number; readonly family: Family }
  | { readonly kind: 'head' | 'end' | 'bare'; readonly length: number };

const all: readonly (readonly [mark: string, Marker])[] = [
  ...families.flatMap((family) => [
    [family.open, { kind: 'open', length: family.open.length, family }] as const,
    [family.close, { kind: 'close', length: family.close.length, family }] as const,
  ]),
  ...harmony.heads.map((mark) => [mark, { kind: 'head', length: mark.length }] as const),
  ...harmony.ends.map((mark) => [mark, { kind: 'end', length: mark.length }] as const),
  [bareFinal, { kind: 'bare', length: bareFinal.length }],
];

const longest = Math.max(...all.map(([mark]) => mark.length));
/** Every first letter of a mark. */
export const firstLetters: ReadonlySet<string> = new Set(all.map(([mark]) => mark.charAt(0)));

const anyName = [...names, ...words].join('|');
/** `<think type="plan">`: no sentence has such attributes. */
const withAttributes = new RegExp(
  `^<(${anyName})(?:\\s+[\\w:-]+=(?:"[^"<>\\n]*"|'[^'<>\\n]*'|[\\w.-]+))+\\s*>`,
  'i',
);
const begunAttributes = new RegExp(`^<(?:${anyName})\\s+[\\w:-]*(?:=[^<>\\n]*)?$`, 'i');
const LONGEST_TAG = 160;

function attributedAt(text: string, at: number): Marker | 'partial' | null {
  if (text.charAt(at) !== '<') return null;
  const start = text.slice(at, at + LONGEST_TAG);
  const [mark, name = ''] = withAttributes.exec(start) ?? [];
  const family = families.find(({ open }) => open === `<${name.toLowerCase()}>`);
  if (mark !== undefined && family !== undefined) return { kind: 'open', length: mark.length, family };
  return start.length < LONGEST_TAG && begunAttributes.test(start) ? 'partial' : null;
}

/**
 * The mark at this place of a text, `partial` where more text may complete one, otherwise `null`. Costs the same
 * however long the text is.
 */
export function markerAt(text: string, at: number): Marker | 'partial' | null {
  const start = text.slice(at, at + longest).toLowerCase();
  const attributed = attributedAt(text, at);
  if (attributed !== null) return attributed;
  const found = all.find(([mark]) => start.startsWith(mark));
  if (found !== undefined) return found[1];
  const isCut = at + start.length === text.length;
  return isCut && all.some(([mark]) => mark.startsWith(start)) ? 'partial' : null;
}
