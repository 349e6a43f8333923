/** The page of results: media by the axes of a sweep, with their thumbnails, and nothing from elsewhere. */
import { expect, test } from 'vitest';
import type { CellDetail, ExperimentCase, Variant } from '../../../../shared/lab/experiment';
import { mediaInPage } from '../../../../shared/lab/files/page-media';
import { type Result, resultFields, resultsCsv } from '../../../../shared/lab/files/results';
import { resultsHtml } from '../../../../shared/lab/files/results-page';

const caseOf = (id: number, word: string, variants?: readonly number[]): ExperimentCase => ({
  ...{ id, variables: { word }, attachments: [], inputs: [], assertions: [], threshold: null },
  ...{ tags: [], note: '', ...(variants && { variants }) },
});

const image = (id: number, model: string, seed: number): Variant => ({
  ...{ id, modality: 'image', profileId: 'p', model, parameters: { seed }, extra: {} },
  ...{ label: `${model} ${seed}`, template: '{{word}}', promptVersion: null },
});
const variants = [image(1, 'a', 1), image(2, 'a', 2), image(3, 'b', 1), image(4, 'b', 2)];

const resultOf = (of: ExperimentCase, variant: Variant): Result => ({
  of,
  variant,
  cell: {
    ...{ id: of.id * 10 + variant.id, caseId: of.id, variantId: variant.id, repeat: 1, state: 'done' },
    ...{ prompt: '', text: null, error: null, checks: [], judgements: [] },
    ...{ conversationId: null, replyId: null, jobId: null },
    media: { id: `m${variant.id}`, fileName: `of ${variant.label}.png`, hasThumbnail: true },
  } as unknown as CellDetail,
});

const pageOf = (results: readonly Result[], thumbnails = new Map<string, string>()) =>
  resultsHtml({ title: 'Lakes', date: 'today', variants, results, thumbnails });
/** The texts of the cells of each row of each table below the heading “Results”. */
const tablesOf = (html: string) =>
  (html.split('<h2>Results</h2>')[1] ?? '')
    .split('<table>')
    .slice(1)
    .map((table) =>
      table
        .split('</table>', 1)
        .join()
        .split('<tr>')
        .slice(1)
        .map((row) =>
          row.match(/<bdi>[^<]*<\/bdi>|of [ab] \d|Not asked/g)?.map((text) => text.replace(/<[^>]*>/g, '')),
        ),
    );

test('media of a sweep are a table of their axes for each case; what is not asked is said', () => {
  const [sea, sun] = [caseOf(1, 'sea'), caseOf(2, 'sun', [1, 4])];
  const results = [
    ...variants.map((variant) => resultOf(sea, variant)),
    ...variants.filter(({ id }) => id === 1 || id === 4).map((variant) => resultOf(sun, variant)),
  ];
  const html = pageOf(results);
  const head = ['Model', 'Seed', '1', '2'];
  expect(tablesOf(html)).toEqual([
    [head, ['a', 'of a 1', 'of a 2'], ['b', 'of b 1', 'of b 2']],
    [head, ['a', 'of a 1', 'Not asked'], ['b', 'Not asked', 'of b 2']],
  ]);
  expect(html.match(/<h3>/g)).toHaveLength(2);
});

test('thumbnails are in the page itself, and it may load nothing else', () => {
  const results = variants.map((variant) => resultOf(caseOf(1, 'sea'), variant));
  const html = pageOf(results, new Map([['m2', 'data:image/webp;base64,AAAA']]));
  expect(html.match(/<img [^>]*>/g)).toEqual(['<img src="data:image/webp;base64,AAAA" alt="of a 2.png">']);
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:;");
  expect(html).toContain('of b 2.png');
});

test('texts of several cases stay in one table of cases and variants', () => {
  const chats = variants.map(
    ({ parameters: _of, extra: _more, ...variant }: Variant & { parameters?: unknown; extra?: unknown }) =>
      ({ ...variant, modality: 'chat', settings: { seed: variant.id % 2 } }) as Variant,
  );
  const results = [caseOf(1, 'sea'), caseOf(2, 'sun')].flatMap((of) =>
    chats.map((variant) => resultOf(of, variant)),
  );
  const html = resultsHtml({ title: 'Words', date: 'today', variants: chats, results });
  expect(tablesOf(html)).toHaveLength(1);
});

test('every table scrolls by itself in a named region of the page, and each answer has its own direction', () => {
  const html = pageOf(variants.map((variant) => resultOf(caseOf(1, 'שלום'), variant)));
  const labels = [
    ...html.matchAll(/<div class="wide" role="region" tabindex="0" aria-label="([^"]+)"><table>/g),
  ];
  expect(labels.map(([, label]) => label)).toEqual(['Summary', 'Case 1']);
  expect(html.match(/<table>/g)).toHaveLength(labels.length);
  expect(html).toMatch(/<body><main>[\s\S]*<\/main><\/body>/);
  expect(html.match(/<pre(?! dir="auto")/g)).toBeNull();
  expect(html).toContain('background:Canvas;color:CanvasText');
});

test('every file of results says which version of its prompt a variant is asked with', () => {
  const promptVersion = { promptId: 'p1', version: 3 };
  const own = { ...image(1, 'a', 1), promptVersion };
  const results = [resultOf(caseOf(1, 'sea'), own), resultOf(caseOf(1, 'sea'), image(2, 'a', 2))];
  expect(results.map((one) => resultFields(one).promptVersion)).toEqual([promptVersion, null]);
  const [head, first, second] = resultsCsv(results).split('\r\n');
  expect(head).toMatch(/,excluded,promptVersion,promptId$/);
  expect(first).toMatch(/,3,p1$/);
  expect(second).toMatch(/,,$/);
  expect(resultsCsv(results.slice(1))).not.toContain('promptVersion');
  expect(pageOf(results).split('Results</h2>')[0]).not.toContain('version 3');
  const html = resultsHtml({ title: 'A', date: 'today', variants: [own], results });
  expect(html).toContain('version 3 of its prompt');
});

test('where a case was asked several times, files say how its answers vary', () => {
  const [sea, variant] = [caseOf(1, 'sea'), image(1, 'a', 1)];
  const results = [0.2, 0.4, 0.9].map((score, at): Result => {
    const { cell, ...more } = resultOf(sea, variant);
    const verdict = score > 0.5 ? 'passed' : 'failed';
    return { ...more, cell: { ...cell, id: at, repeat: at + 1, score, verdict } };
  });
  const [head = '', first = ''] = resultsCsv(results).split('\r\n');
  const row = Object.fromEntries(head.split(',').map((name, at) => [name, first.split(',')[at]]));
  expect(row).toMatchObject({ repeatsJudged: '3', repeatsScore: '0.5', repeatsScoreLow: '0' });
  expect(Number(row.repeatsPassed)).toBeCloseTo(1 / 3, 10);
  expect(resultsCsv(results.slice(0, 1))).not.toContain('repeatsJudged');
  const html = resultsHtml({ title: 'A', date: 'today', variants: [variant], results });
  expect(html).toContain('<b>3 answers</b><br>Passed 33 %');
  expect(html).toMatch(/Score 0\.50 <span class="quiet">\(0\.00 to 1\.00, n = 3\)/);
  expect(html).toContain('n = 3 of 1 case');
});

test('sounds and videos play in the page itself, up to a size, and what is left out is said', () => {
  const kinds = ['audio', 'video', 'video', 'image'] as const;
  const sizes = [1_000, 49_990_000, 9_001, 60_000_000];
  const results = variants.map((variant, at): Result => {
    const { cell, ...more } = resultOf(caseOf(1, 'sea'), variant);
    const media = { ...cell.media, kind: kinds[at], bytes: sizes[at] } as typeof cell.media;
    return { ...more, cell: { ...cell, media } };
  });
  expect(mediaInPage(results).map(({ id }) => id)).toEqual(['m1', 'm2']);
  const players = new Map([
    ['m1', 'data:audio/mpeg;base64,AAAA'],
    ['m2', 'data:video/mp4;base64,BBBB'],
  ]);
  const thumbnails = new Map([['m2', 'data:image/webp;base64,CCCC']]);
  const html = resultsHtml({ title: 'A', date: 'today', variants, results, thumbnails, players });
  expect(html).toContain(
    '<audio controls preload="none" aria-label="of a 1.png" src="data:audio/mpeg;base64,AAAA"></audio>',
  );
  expect(html).toContain('src="data:video/mp4;base64,BBBB" poster="data:image/webp;base64,CCCC"></video>');
  expect(html).toContain('1 sound or video is named, and not in this page: it holds at most 50 MB');
  expect(pageOf(results.slice(3))).not.toContain('not in this page');
});
