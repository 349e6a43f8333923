/** The one highlighter of the page, with colours that meet AA contrast on the panel of each theme. */
import {
  createCodePlugin,
  type HighlightOptions,
  type HighlightResult,
  type ThemeInput,
} from '@streamdown/code';
import type { Line } from './highlight';

interface Palette {
  readonly text: string;
  readonly comment: string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
  readonly name: string;
}

const light = theme('gatehouse-light', 'light', {
  text: '#14181f',
  comment: '#59636f',
  keyword: '#2f5fe0',
  string: '#18794e',
  number: '#8f5200',
  name: '#7a3fb5',
});

const dark = theme('gatehouse-dark', 'dark', {
  text: '#e8ebf0',
  comment: '#9aa3b2',
  keyword: '#7aa2ff',
  string: '#4cc38a',
  number: '#f0b44c',
  name: '#c4a2f5',
});

function theme(name: string, type: 'light' | 'dark', palette: Palette): ThemeInput {
  const paint = (foreground: string, ...scope: string[]) => ({ scope, settings: { foreground } });
  return {
    name,
    type,
    colors: { 'editor.foreground': palette.text, 'editor.background': 'transparent' },
    settings: [
      { settings: { foreground: palette.text } },
      paint(palette.comment, 'comment', 'punctuation.definition.comment'),
      paint(
        palette.keyword,
        'keyword',
        'storage',
        'constant.language',
        'variable.language',
        'entity.name.tag',
      ),
      paint(palette.string, 'string', 'markup.inserted', 'string.regexp'),
      paint(
        palette.number,
        'constant.numeric',
        'constant.character',
        'support.constant',
        'entity.other.attribute-name',
      ),
      paint(
        palette.name,
        'entity.name.function',
        'support.function',
        'entity.name.type',
        'entity.name.class',
        'support.type',
      ),
    ],
  };
}

const plugin = createCodePlugin({ themes: [light, dark] });

/** So many lines are coloured at once; the page can do something else before the next ones. */
const linesAtOnce = 25;

/**
 * Colours a source piece by piece, each when the page is idle; a piece goes on where the one before it ended.
 *
 * @returns `null` where the language is not known, or the signal has ended it
 */
export async function highlight(
  code: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly Line[] | null> {
  const known = language as HighlightOptions['language'];
  if (!plugin.supportsLanguage(known)) return null;
  const rows = code.split('\n');
  for (let until = linesAtOnce; until < rows.length; until += linesAtOnce) {
    await untilIdle();
    if (signal.aborted) return null;
    await colour(rows.slice(0, until).join('\n'), known, true);
  }
  await untilIdle();
  return signal.aborted ? null : (await colour(code, known, false)).tokens.map(toLine);
}

const untilIdle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));

/** The plugin remembers the state at the end of each beginning it has seen, so only what is new is work. */
function colour(
  code: string,
  language: HighlightOptions['language'],
  isIncomplete: boolean,
): Promise<HighlightResult> {
  return new Promise((resolve) => {
    const ready = plugin.highlight({ code, language, themes: plugin.getThemes(), isIncomplete }, resolve);
    if (ready !== null) resolve(ready);
  });
}

function toLine(tokens: HighlightResult['tokens'][number]): Line {
  return tokens.map(({ content, color, htmlStyle }) => {
    const style: Record<string, string> = typeof htmlStyle === 'object' ? htmlStyle : {};
    return { content, light: style.color ?? color, dark: style['--shiki-dark'] };
  });
}
