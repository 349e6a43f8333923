/** XMP, the metadata text of JPEG and WebP. */
import type { MediaOrigin } from '../../../../shared/media/media';
import { captionOf, originText, parseOrigin } from './origin-text';

const NAMESPACE = 'https://gatehouse.invalid/ns/1.0/';
const OPEN = '<gatehouse:origin>';
const CLOSE = '</gatehouse:origin>';
const ATTRIBUTE = 'gatehouse:origin="';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const characters = Object.fromEntries(Object.entries(entities).map(([character, name]) => [name, character]));

/**
 * A packet with title, description and program where other software looks, and the origin as JSON.
 * @param old the packet the file had: its content is kept, and only the origin is added
 * @returns `null` where the old one has an unknown form
 */
export function xmpPacket(origin: MediaOrigin, old: Uint8Array | null): Uint8Array<ArrayBuffer> | null {
  const json = `${OPEN}${escapeXml(originText(origin))}${CLOSE}`;
  const packet = old ? withOrigin(old, origin, json) : newPacket(origin, json);
  return packet === null ? null : new TextEncoder().encode(packet);
}

function withOrigin(old: Uint8Array, origin: MediaOrigin, json: string): string | null {
  const text = utf8Of(old);
  const end = text?.lastIndexOf('</rdf:RDF>') ?? -1;
  if (text === null || end < 0) return null;
  if (!text.includes('gatehouse:origin')) {
    const added = `<rdf:Description rdf:about="" xmlns:gatehouse="${NAMESPACE}">${json}</rdf:Description>`;
    return text.slice(0, end) + added + text.slice(end);
  }
  const [start, close] = [text.indexOf(OPEN), text.indexOf(CLOSE)];
  const earlier = originOfXmp(old);
  if (earlier === null || start < 0 || close < start) return null;
  const ours = newPacket(earlier, text.slice(start, close + CLOSE.length));
  return text === ours
    ? newPacket(origin, json)
    : text.slice(0, start) + json + text.slice(close + CLOSE.length);
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function newPacket(origin: MediaOrigin, json: string): string {
  const { title, description, software, created } = captionOf(origin);
  const words = (name: string, text: string) =>
    `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></dc:${name}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:gatehouse="${NAMESPACE}">`,
    words('title', title),
    words('description', description),
    `<xmp:CreatorTool>${escapeXml(software)}</xmp:CreatorTool>`,
    `<xmp:CreateDate>${created.toISOString()}</xmp:CreateDate>`,
    json,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}

/** Reads an origin back, also where another program has rewritten the packet. */
export function originOfXmp(packet: Uint8Array): MediaOrigin | null {
  const text = new TextDecoder().decode(packet);
  const found = between(text, OPEN, CLOSE) ?? between(text, ATTRIBUTE, '"');
  return found === null ? null : parseOrigin(unescapeXml(found));
}

function between(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
  return end < 0 ? null : text.slice(start + open.length, end);
}

/** JSON escapes control characters itself; two code points that XML forbids remain. */
function escapeXml(text: string): string {
  return text
    .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (entity, decimal, hex) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return characters[entity.toLowerCase()] ?? entity;
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });
}
