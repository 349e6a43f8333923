import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CutText } from '../../../../renderer/ui/cut-text';

test('a cut text says so, and how to see all of it', () => {
  const shown = renderToStaticMarkup(<CutText text={'x'.repeat(1_200)} characters={1_000} />);
  expect(shown).toContain(`${'x'.repeat(1_000)}…`);
  expect(shown).toContain('Show all 1,200 characters');
  expect(renderToStaticMarkup(<CutText text="short" characters={1_000} />)).toBe('short');
});
