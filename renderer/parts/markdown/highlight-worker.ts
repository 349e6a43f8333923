/** Colors code in a worker: compiling a grammar, or a long source, takes longer than a frame. */
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type BundledLanguage, bundledLanguages, bundledLanguagesAlias } from 'shiki/langs';
import { type Line, type Role, roleColor, roles, type Token } from './code-roles';

export interface HighlightRequest {
  readonly id: number;
  readonly source: string;
  readonly language: string;
}

export interface HighlightAnswer {
  readonly id: number;
  /** `null` where the language is unknown, or its grammar failed. */
  readonly lines: readonly Line[] | null;
}

const scopes: Readonly<Record<Role, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment'],
  keyword: [
    ...['keyword', 'storage', 'constant.language', 'variable.language', 'entity.name.tag', 'markup.deleted'],
  ],
  string: ['string', 'markup.inserted', 'string.regexp'],
  number: ['constant.numeric', 'constant.character', 'support.constant', 'entity.other.attribute-name'],
  name: ['entity.name.function', 'support.function', 'entity.name.type', 'entity.name.class', 'support.type'],
};

/** Its colors stand for roles; the page's style gives each role its color in each theme. */
const theme = {
  name: 'roles',
  type: 'light' as const,
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000' } },
    ...roles.map((role) => ({ scope: [...scopes[role]], settings: { foreground: roleColor(role) } })),
  ],
};
const roleOf = new Map<string, Role>(roles.map((role) => [roleColor(role), role]));

/** The first line of a language waits until its patterns are compiled, which takes long on a slow machine. */
const limits = { tokenizeMaxLineLength: 5_000, tokenizeTimeLimit: 10_000 };

let highlighter: Promise<HighlighterCore> | null = null;

function load(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return highlighter;
}

async function highlight(source: string, language: string): Promise<readonly Line[] | null> {
  const grammar = grammarOf(language.toLowerCase());
  if (grammar === null) return null;
  const core = await load();
  await core.loadLanguage(bundledLanguages[grammar]);
  const { tokens } = core.codeToTokens(source, { lang: grammar, theme: theme.name, ...limits });
  return tokens.map((line) => joined(line.map(({ content, color }) => tokenOf(content, color))));
}

function grammarOf(language: string): BundledLanguage | null {
  const isKnown = Object.hasOwn(bundledLanguages, language) || Object.hasOwn(bundledLanguagesAlias, language);
  return isKnown ? (language as BundledLanguage) : null;
}

const tokenOf = (content: string, color: string | undefined): Token => ({
  content,
  role: roleOf.get((color ?? '').toLowerCase()) ?? null,
});

/**
 * Adjacent tokens of one role are merged, since each is an element of the page. Spaces between them belong to either.
 */
function joined(line: readonly Token[]): Line {
  const tokens: Token[] = [];
  for (const token of line) {
    const last = tokens.at(-1);
    const belongs = last !== undefined && (last.role === token.role || token.content.trim() === '');
    if (belongs) tokens.splice(-1, 1, { ...last, content: last.content + token.content });
    else tokens.push(token);
  }
  return tokens;
}

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, source, language } = data;
  highlight(source, language)
    // Where a grammar fails, the text stays plain; there is nothing to report.
    .catch(() => null)
    .then((lines) => postMessage({ id, lines } satisfies HighlightAnswer));
});
