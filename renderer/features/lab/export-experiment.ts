/** The results of an experiment as files, each with whole answers. */
import type { AppErrorData } from '../../../shared/errors';
import { mediaInPage } from '../../../shared/lab/files/page-media';
import { type Result, resultsCsv, resultsJsonLines } from '../../../shared/lab/files/results';
import { resultsJunit } from '../../../shared/lab/files/results-junit';
import { type ResultsPage, resultsHtml } from '../../../shared/lab/files/results-page';
import type { MediaItem } from '../../../shared/media/media';
import { base64Of } from '../../lib/base64';
import { saveText } from '../../lib/download';
import { formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { mediaUrl } from '../../state/core/media-url';
import { fileNameOf } from './lab-text';
import type { OpenExperiment } from './open-experiment';

const formats = {
  html: { label: 'Page (HTML)', ending: 'html', type: 'text/html' },
  csv: { label: 'CSV', ending: 'csv', type: 'text/csv' },
  jsonl: { label: 'JSON Lines', ending: 'jsonl', type: 'application/x-ndjson' },
  junit: { label: 'JUnit', ending: 'xml', type: 'application/xml' },
} as const;
/** The experiment itself, without its results, to be read again. */
const suites = { promptfoo: 'promptfoo (YAML)', gatehouse: 'Experiment of Gatehouse' } as const;
export type ExportFormat = keyof typeof formats | keyof typeof suites;
export const exportFormats = [
  ...Object.entries(formats).map(([id, { label }]) => [id as ExportFormat, label] as const),
  ...Object.entries(suites).map(([id, label]) => [id as ExportFormat, label] as const),
];

/** Answers that are read at once. */
const atOnce = 8;

export async function exportExperiment(
  { id, experiment, cases, cells }: OpenExperiment,
  format: ExportFormat,
): Promise<AppErrorData | null> {
  if (experiment === null || id === null) return null;
  if (format === 'promptfoo' || format === 'gatehouse') return exportSuite(id, format);
  const { title, variants } = experiment;
  const all = [...cells.keys()].sort((one, other) => one - other);
  const results: Result[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    const details = await Promise.all(
      all.slice(at, at + atOnce).map((cellId) => call('experiments.cell', { id, cellId })),
    );
    for (const detail of details) {
      if (!detail.ok) return detail.error;
      const of = cases.find((one) => one.id === detail.value.caseId);
      const variant = variants.find((one) => one.id === detail.value.variantId);
      if (of !== undefined && variant !== undefined) results.push({ cell: detail.value, of, variant });
    }
  }
  const { ending, type } = formats[format];
  const files =
    format === 'html'
      ? {
          thumbnails: await thumbnailsOf(results),
          players: await addressesOf(mediaInPage(results), playerAt),
        }
      : {};
  saveText(textOf(format, { title, variants, results, ...files }), fileNameOf(title, ending), type);
  return null;
}

/** A page of more would be too large to open; what is beyond is named. */
const mostThumbnails = 500;

async function thumbnailsOf(results: readonly Result[]): Promise<ReadonlyMap<string, string>> {
  const items = results.flatMap(({ cell: { media } }) =>
    media !== undefined && isShown(media) ? [media] : [],
  );
  return addressesOf(items.slice(0, mostThumbnails), thumbnailAt);
}

/** As `data:` addresses by their ids; without what can't be read. */
async function addressesOf(
  items: readonly MediaItem[],
  read: (item: MediaItem) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < items.length; at += atOnce) {
    const some = items.slice(at, at + atOnce);
    const addresses = await Promise.all(some.map(read));
    for (const [place, address] of addresses.entries())
      if (address !== null) found.set(some[place]?.id ?? '', address);
  }
  return found;
}

/** An image is on the page itself where its thumbnail is not made yet and it is not larger. */
const mostImageBytes = 1_000_000;

const isShown = ({ hasThumbnail, kind, bytes }: MediaItem): boolean =>
  hasThumbnail || (kind === 'image' && bytes <= mostImageBytes);

const thumbnailAt = ({ id, hasThumbnail }: MediaItem) => readAt(id, hasThumbnail ? 'thumbnail' : 'item');
const playerAt = ({ id }: MediaItem) => readAt(id, 'item');

/** `null` where the file is gone. */
async function readAt(id: string, part: 'item' | 'thumbnail'): Promise<string | null> {
  const answer = await fetch(mediaUrl(id, part)).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const blob = await answer.blob();
  return `data:${blob.type};base64,${await base64Of(blob)}`;
}

async function exportSuite(id: string, format: keyof typeof suites): Promise<AppErrorData | null> {
  const answer = await call('experiments.toFile', { id, format });
  if (!answer.ok) return answer.error;
  const { name, text, notes } = answer.value;
  saveText(text, name, format === 'promptfoo' ? 'application/yaml' : 'application/json');
  if (notes.length > 0) announce(notes.join(' '));
  return null;
}

function textOf(format: keyof typeof formats, page: Omit<ResultsPage, 'date'>): string {
  const { title, results } = page;
  if (format === 'csv') return resultsCsv(results);
  if (format === 'jsonl') return resultsJsonLines(results);
  if (format === 'junit') return resultsJunit(title, results);
  return resultsHtml({ ...page, date: formatMinute(Date.now()) });
}
