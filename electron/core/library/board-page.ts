/** A board as a page that any browser opens from a folder: no scripts, nothing from elsewhere, its files beside it. */
import type { BoardPageOptions } from '../../../shared/media/boards';
import type { MediaItem } from '../../../shared/media/media';
import { modalities, modelText } from '../../../shared/modalities/modalities';
import { costText } from '../../../shared/money/cost';
import { voiceLabel } from '../../../shared/run/dialogue';

/** A result with the name of its file in the folder beside the page. */
export interface PagedFile {
  readonly item: MediaItem;
  readonly name: string;
}

/** Names of files say what they show: without origins they are numbered. */
export const nameInPage = ({ fileName }: MediaItem, at: number, options: BoardPageOptions): string =>
  options.withOrigins
    ? fileName
    : `${String(at + 1).padStart(3, '0')}${/\.\w{1,8}$/.exec(fileName)?.[0] ?? ''}`;

export function boardPage(name: string, files: readonly PagedFile[], options: BoardPageOptions): string {
  const figures = files.map((file) => figureOf(file, options)).join('\n');
  const said = [
    files.length === 1 ? '1 file' : `${files.length} files`,
    ...(options.withOrigins ? [] : ['without prompts and settings']),
    ...(options.withCosts ? [] : ['without costs']),
  ].join(', ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'">
<title>${escaped(name)}</title>
<style>${css}</style>
</head>
<body>
<h1>${escaped(name)}</h1>
<p class="said">${escaped(said)}</p>
<main>
${figures}
</main>
</body>
</html>
`;
}

const css = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1400px;padding:1.5rem}
h1{margin:0 0 .25rem}.said{margin:0 0 1.5rem;opacity:.75}
main{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr))}
figure{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:10px;margin:0;overflow:hidden}
img,video{background:color-mix(in srgb,currentColor 6%,transparent);display:block;height:auto;max-height:80vh;object-fit:contain;width:100%}
audio{display:block;padding:1rem 1rem 0;width:calc(100% - 2rem)}
figcaption{padding:.75rem 1rem}figcaption p{margin:0 0 .5rem;overflow-wrap:anywhere;white-space:pre-wrap}
dl{display:grid;font-size:.875rem;gap:.15rem .75rem;grid-template-columns:max-content 1fr;margin:0}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}`;

function figureOf(file: PagedFile, options: BoardPageOptions): string {
  const { item } = file;
  const facts = factsOf(file, options)
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
    .join('');
  const prompt = options.withOrigins ? `<p>${escaped(item.origin.prompt)}</p>` : '';
  return `<figure>${shown(file)}<figcaption>${prompt}<dl>${facts}</dl></figcaption></figure>`;
}

function shown({ item, name }: PagedFile): string {
  const label = escaped(name);
  const address = `files/${encodeURIComponent(name)}`;
  const linked = (inside: string) =>
    mayHoldScript(item, name) ? inside : `<a href="${address}">${inside}</a>`;
  if (item.kind === 'image')
    return linked(`<img src="${address}" alt="${label}" loading="lazy"${sizeOf(item)}>`);
  if (item.kind === 'video')
    return `<video src="${address}" controls preload="metadata" aria-label="${label}"></video>`;
  if (item.kind === 'audio')
    return `<audio src="${address}" controls preload="metadata" aria-label="${label}"></audio>`;
  return `<p class="file">${linked(label)}</p>`;
}

/** As a document of its own a gateway's SVG or page would run its scripts, which this page's policy can't forbid. */
const mayHoldScript = ({ contentType }: MediaItem, name: string): boolean =>
  /xml|html/i.test(contentType) || /\.(?:svgz?|x?html?|xml|mht(?:ml)?)$/i.test(name);

const sizeOf = ({ width, height }: MediaItem): string =>
  width === null || height === null ? '' : ` width="${width}" height="${height}"`;

function factsOf(
  { item, name: fileName }: PagedFile,
  options: BoardPageOptions,
): readonly (readonly [string, string])[] {
  const { origin } = item;
  const labels = new Map(modalities[origin.modality].parameters.map(({ id, label }) => [id, label]));
  const settings = Object.entries(origin.parameters).map(
    ([name, value]) => [labels.get(name) ?? voiceLabel(name) ?? name, String(value)] as const,
  );
  const origins = [
    ['Model', modelText(origin.model)] as const,
    ...settings,
    ...(origin.seed === undefined || 'seed' in origin.parameters
      ? []
      : [['Seed', String(origin.seed)] as const]),
  ];
  return [
    ['File', fileName],
    ...(options.withOrigins ? origins : []),
    ...(options.withCosts ? [['Cost', costText(origin.cost) ?? 'unknown'] as const] : []),
  ];
}

/** Text in a page, and in an attribute between double quotation marks. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
