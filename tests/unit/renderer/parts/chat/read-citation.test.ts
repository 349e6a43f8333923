import { expect, test } from 'vitest';
import { readSources } from '../../../../../renderer/parts/chat/message/read-citation';

const page = 'https://example.org/a';

test.each([
  [
    'OpenRouter and OpenAI',
    {
      type: 'url_citation',
      url_citation: { url: page, title: 'A', start_index: 0, end_index: 4, content: 'Said' },
    },
    [{ url: page, title: 'A', quote: 'Said' }],
  ],
  [
    'a file of OpenAI',
    { type: 'file_citation', file_citation: { file_id: 'file-1', quote: 'Said' } },
    [{ url: null, title: 'file-1', quote: 'Said' }],
  ],
  ['Perplexity', { title: 'A', url: page, date: '2026-01-01' }, [{ url: page, title: 'A', quote: null }]],
  ['an address alone', { url: page }, [{ url: page, title: page, quote: null }]],
  ['Zhipu', { link: page, title: 'A', content: 'Said' }, [{ url: page, title: 'A', quote: 'Said' }]],
  [
    'Gemini',
    { web: { uri: page, title: 'example.org' } },
    [{ url: page, title: 'example.org', quote: null }],
  ],
  [
    'Open WebUI',
    { source: { id: 'f', name: 'notes.txt' }, document: ['Said'], metadata: [{ page: 1 }] },
    [{ url: null, title: 'notes.txt', quote: 'Said' }],
  ],
  [
    'Perplexica',
    { pageContent: 'Said', metadata: { title: 'A', url: page } },
    [{ url: page, title: 'A', quote: 'Said' }],
  ],
  [
    'Flowise',
    { pageContent: 'Said', metadata: { source: page, loc: {} } },
    [{ url: page, title: page, quote: 'Said' }],
  ],
  [
    'Dify',
    { position: 1, document_name: 'notes.txt', content: 'Said', score: 0.9 },
    [{ url: null, title: 'notes.txt', quote: 'Said' }],
  ],
  [
    'a search with figures beside it',
    { title: 'A', url: page, metadata: { name: 'x', score: 1 } },
    [{ url: page, title: 'A', quote: null }],
  ],
  [
    'Cohere',
    {
      start: 0,
      end: 4,
      text: 'Rent',
      sources: [{ document: { title: 'A', url: page } }, { id: 'doc-2', text: 'x' }],
    },
    [
      { url: page, title: 'A', quote: 'Rent' },
      { url: null, title: 'doc-2', quote: 'Rent' },
    ],
  ],
])('a source of %s is read', (_, raw, sources) => {
  expect(readSources(raw)).toEqual(sources);
});

test('what is no source is shown as it came, and an address that no browser opens is no link', () => {
  expect(readSources({ odd: 1 })).toEqual([{ url: null, title: '{\n  "odd": 1\n}', quote: null }]);
  expect(readSources({ url: 'javascript:alert(1)', title: 'A' })[0]?.url).toBeNull();
});
