/** The page of a board is opened by others: nothing that a gateway made may run there, also not behind a link. */
import { expect, test } from 'vitest';
import { boardPage } from '../../../../electron/core/library/board-page';

const options = { withOrigins: false, withCosts: false };
const pageWith = (kind: string, contentType: string, name: string): string => {
  const origin = { prompt: '', model: 'm', modality: 'image', parameters: {}, cost: null };
  const item = { kind, contentType, fileName: name, width: null, height: null, origin };
  return boardPage('Board', [{ item: item as never, name }], options);
};

test.each([
  ['image', 'image/svg+xml', '001.svg'],
  ['file', 'image/svg+xml', '001.svg'],
  ['file', 'application/octet-stream', '001.SVGZ'],
  ['file', 'text/html', '001.html'],
  ['file', 'application/xhtml+xml', '001.bin'],
  ['file', 'text/plain', '001.mht'],
])('%s of %s is named or shown, and not linked: %s', (kind, contentType, name) => {
  const page = pageWith(kind, contentType, name);
  expect(page).toContain(name);
  expect(page).not.toContain('href=');
});

test.each([
  ['image', 'image/png', '001.png'],
  ['file', 'application/pdf', '001.pdf'],
])('%s of %s is linked: %s', (kind, contentType, name) => {
  expect(pageWith(kind, contentType, name)).toContain(`<a href="files/${name}">`);
});
