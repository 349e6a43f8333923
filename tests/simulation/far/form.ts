/** A multipart form as the gateway reads it, independent of the app's writer (RFC 7578). */
import { createHash } from 'node:crypto';

/** A file that came with a request: in a form, or as a data URL in its JSON. */
export interface FarFile {
  readonly field: string;
  /** SHA-256 of its bytes, as the app names stored files. */
  readonly hash: string;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FarFile[];
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** `null` where it does not end with its closing boundary: such a request has not arrived whole. */
export function readForm(bytes: Buffer, contentType: string): Form | null {
  const [, boundary = ''] = /boundary=(\S+)/.exec(contentType) ?? [];
  if (boundary === '' || !bytes.toString('latin1').endsWith(`--${boundary}--\r\n`)) return null;
  const fields: Record<string, string> = {};
  const files: FarFile[] = [];
  for (const part of partsOf(bytes, Buffer.from(`--${boundary}`))) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, end).toString();
    const content = part.subarray(end + 4, part.length - 2);
    const [, name = ''] = /name="([^"]*)"/.exec(head) ?? [];
    if (head.includes('filename=')) files.push({ field: name, hash: hashOf(content) });
    else fields[name] = content.toString();
  }
  return { fields, files };
}

function partsOf(bytes: Buffer, mark: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = bytes.indexOf(mark) + mark.length;
  for (let to = bytes.indexOf(mark, from); to !== -1; to = bytes.indexOf(mark, from)) {
    parts.push(bytes.subarray(from, to));
    from = to + mark.length;
  }
  return parts;
}

/** Files in the fields of a JSON body. */
export function filesInJson(value: unknown, field = ''): readonly FarFile[] {
  if (typeof value === 'string') {
    const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(value) ?? [];
    return data === undefined ? [] : [{ field, hash: hashOf(Buffer.from(data, 'base64')) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => filesInJson(one, field === '' ? name : field));
}
