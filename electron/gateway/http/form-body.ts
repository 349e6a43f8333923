/** The body of a multipart request: its files are read from the disk while they are sent. */
import { createHash } from 'node:crypto';
import type { JsonRecord } from '../parse/json';

/** A file of a form. */
export interface FormFile {
  readonly field: string;
  /** Plain: letters, digits, a dot and a hyphen. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  open(): Promise<Blob>;
}

/** What the inspector shows of a form: its fields, and each file as its type and size. */
const shown = new WeakMap<Blob, string>();
export const shownForm = (body: unknown): string | null =>
  body instanceof Blob ? (shown.get(body) ?? null) : null;

/**
 * @param key of the call: the same request a second time has the same bytes, for gateways that compare them
 */
export async function formBody(
  fields: JsonRecord,
  files: readonly FormFile[],
  key: string | null,
): Promise<Blob> {
  const boundary = `gatehouse-${createHash('sha256')
    .update(key ?? '')
    .digest('hex')
    .slice(0, 32)}`;
  const pieces: (string | Blob)[] = [];
  const summary: string[] = [];
  const add = (head: string, content: string | Blob, inWords: string) => {
    pieces.push(`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n');
    summary.push(`--${boundary}\r\n${head}\r\n\r\n${inWords}\r\n`);
  };
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text !== undefined) add(dispositionOf(name), text, text);
  }
  for (const { field, fileName, contentType, bytes, open } of files) {
    const head = `${dispositionOf(field)}; filename="${fileName}"\r\nContent-Type: ${contentType}`;
    add(head, await open(), `[${contentType}, ${bytes} bytes]`);
  }
  const body = new Blob([...pieces, `--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  });
  shown.set(body, `${summary.join('')}--${boundary}--\r\n`);
  return body;
}

/** Names as browsers write them (html.spec.whatwg.org, multipart/form-data encoding algorithm). */
const dispositionOf = (name: string): string =>
  `Content-Disposition: form-data; name="${name.replace(/[\r\n"]/g, (one) => encodeURIComponent(one))}"`;
