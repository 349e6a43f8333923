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

/** Colours a source; `done` is called once, at once where it was coloured before. Unknown languages stay plain. */
export function highlight(code: string, language: string, done: (lines: readonly Line[]) => void): void {
  const known = language as HighlightOptions['language'];
  if (!plugin.supportsLanguage(known)) return;
  const pass = (result: HighlightResult) => done(result.tokens.map(toLine));
  const ready = plugin.highlight({ code, language: known, themes: plugin.getThemes() }, pass);
  if (ready !== null) pass(ready);
}

function toLine(tokens: HighlightResult['tokens'][number]): Line {
  return tokens.map(({ content, color, htmlStyle }) => {
    const style: Record<string, string> = typeof htmlStyle === 'object' ? htmlStyle : {};
    return { content, light: style.color ?? color, dark: style['--shiki-dark'] };
  });
}
