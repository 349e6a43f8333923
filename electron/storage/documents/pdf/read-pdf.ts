/** Text and images of the pages of a PDF, by pdf.js. Scripts in it are never run, and nothing is fetched. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { documentLimits } from '../../../../shared/media/documents';
import type { DocumentText } from '../../../core/ports/documents';
import { mendedPdf } from './mended-pdf';
import type { Piece } from './page-lines';
import { textInOrder } from './page-order';

interface Page {
  getTextContent(): Promise<{ readonly items: readonly Piece[] }>;
  getViewport(options: { readonly scale: number }): { readonly width: number; readonly height: number };
  render(options: object): { readonly promise: Promise<void> };
  getAnnotations(): Promise<readonly Annotation[]>;
  cleanup(): void;
}

/** What lies on a page beside its content: fields of a form, and words that somebody wrote over it. */
interface Annotation {
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly buttonValue?: unknown;
  readonly exportValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
}

interface Pdf {
  readonly numPages: number;
  getPage(number: number): Promise<Page>;
}

interface Library {
  readonly GlobalWorkerOptions: { workerSrc: string };
  readonly VerbosityLevel: { readonly ERRORS: number };
  getDocument(options: object): { readonly promise: Promise<Pdf> };
}

/** The package is not installed. */
export class NoReader extends Error {}

/** Where so many pages in a row can't be read, the document claims more than it has. */
const MOST_BROKEN = 20;
/** A larger image inside a page is left out when the page is drawn. */
const MOST_IMAGE_PIXELS = 50_000_000;

interface OpenPdf {
  readonly pdf: Pdf;
  /** Its end is missing. */
  readonly isMended: boolean;
}

async function openPdf(path: string): Promise<OpenPdf> {
  const bytes = new Uint8Array(await readFile(path));
  try {
    // The library takes the bytes that it is given.
    return { pdf: await openBytes(bytes.slice()), isMended: false };
  } catch (error) {
    const isOther = error instanceof NoReader || (error as Error).name === 'PasswordException';
    const mended = isOther ? null : mendedPdf(bytes);
    if (mended === null) throw error;
    return { pdf: await openBytes(mended), isMended: true };
  }
}

async function openBytes(data: Uint8Array): Promise<Pdf> {
  const folder = libraryFolder();
  // In a process of Electron the library would take itself for a page.
  if ('type' in process) Object.defineProperty(process, 'type', { value: undefined, configurable: true });
  const built = (name: string) => pathToFileURL(join(folder, 'legacy', 'build', name)).href;
  const library: Library = await import(/* @vite-ignore */ built('pdf.min.mjs'));
  library.GlobalWorkerOptions.workerSrc = built('pdf.worker.min.mjs');
  const inFolder = (name: string) => join(folder, name) + sep;
  return await library.getDocument({
    data,
    verbosity: library.VerbosityLevel.ERRORS,
    cMapUrl: inFolder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: inFolder('standard_fonts'),
    wasmUrl: inFolder('wasm'),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: MOST_IMAGE_PIXELS,
  }).promise;
}

function libraryFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  } catch (cause) {
    throw new NoReader('pdfjs-dist is not installed', { cause });
  }
}

/** @throws what the library says of a document that is no PDF, damaged, or protected (`PasswordException`) */
export async function readPdf(path: string, most: number = documentLimits.pages): Promise<DocumentText> {
  const { pdf, isMended } = await openPdf(path);
  const texts: string[] = [];
  const wanted = Math.min(pdf.numPages, most, documentLimits.pages);
  let characters = 0;
  let broken = 0;
  while (texts.length < wanted && characters < documentLimits.characters && broken < MOST_BROKEN) {
    const text = await textOfPage(pdf, texts.length + 1);
    broken = text === null ? broken + 1 : 0;
    texts.push((text ?? '').slice(0, documentLimits.characters - characters));
    characters += text?.length ?? 0;
  }
  if (broken === texts.length) throw new Error('no page of it can be read');
  if (broken >= MOST_BROKEN) texts.splice(texts.length - broken);
  const isWhole = texts.length >= pdf.numPages && characters <= documentLimits.characters;
  const pages = broken >= MOST_BROKEN ? texts.length : Math.min(pdf.numPages, 1_000_000);
  return { texts, pages, isCut: isMended || !isWhole };
}

async function textOfPage(pdf: Pdf, number: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const filledIn = (await page.getAnnotations()).flatMap(lineOf);
    page.cleanup();
    const text = textInOrder(items);
    return filledIn.length === 0 ? text : [text.trimEnd(), ...filledIn].filter(Boolean).join('\n');
  } catch {
    return null;
  }
}

/** What a person filled in is seen on the page, and is no part of its content. Notes that open from an icon are not. */
function lineOf(annotation: Annotation): readonly string[] {
  const { subtype, hidden = false, fieldName = '', fieldValue, contentsObj } = annotation;
  if (hidden) return [];
  if (subtype === 'FreeText') return [contentsObj?.str ?? ''].filter((text) => text.trim() !== '');
  if (subtype !== 'Widget') return [];
  if (annotation.checkBox === true || annotation.radioButton === true) {
    const own = annotation.radioButton === true ? annotation.buttonValue : annotation.exportValue;
    return typeof own === 'string' && own === fieldValue ? [`${fieldName}: ${own}`] : [];
  }
  const values = [fieldValue].flat().filter((value) => typeof value === 'string' && value.trim() !== '');
  return values.length === 0 ? [] : [`${fieldName}: ${values.join(', ')}`];
}

/** The first pages as JPEG in base64. */
export async function drawPdf(path: string): Promise<readonly string[]> {
  const { pdf } = await openPdf(path);
  const images: string[] = [];
  const count = Math.min(pdf.numPages, documentLimits.drawnPages);
  for (let number = 1; number <= count; number += 1) images.push(await drawPage(await pdf.getPage(number)));
  return images;
}

async function drawPage(page: Page): Promise<string> {
  const { width, height } = page.getViewport({ scale: 1 });
  // A page of no size, or of one that no canvas has, is drawn as far as it can be.
  const scale = documentLimits.pagePixels / Math.max(width, height, 1);
  const viewport = page.getViewport({ scale: Math.min(scale, 3) });
  const side = (length: number) => Math.max(1, Math.min(documentLimits.pagePixels, Math.ceil(length) || 1));
  const canvas = createCanvas(side(viewport.width), side(viewport.height));
  await page.render({ canvas, viewport, background: 'white' }).promise;
  page.cleanup();
  for (const quality of [82, 65, 45, 25]) {
    const bytes = await canvas.encode('jpeg', quality);
    if (bytes.length <= documentLimits.pageBytes || quality === 25) return bytes.toString('base64');
  }
  return '';
}
