/** Where results wait to be fetched. */
import type { Asking, FarResult } from './account';
import type { FarRequest, Gateway } from './gateway';
import { inPieces, meet } from './long';
import { message, webPage } from './media';
import { type Reply, refusal, shortened, whole } from './reply';

/** The whole file, or what is asked for of it. */
function sendBytes({ manners }: Gateway, { headers }: FarRequest, file: FarResult): Reply {
  const { bytes, contentType, id } = file;
  const common = { 'content-type': contentType, etag: `"${id}"`, 'accept-ranges': 'bytes' };
  const [, from] = /^bytes=(\d+)-$/.exec(headers.get('range') ?? '') ?? [];
  const start = Number(from ?? 0);
  const isPart = start > 0 && manners.ranges !== 'ignored' && start < bytes.length;
  if (!isPart) return whole(200, bytes, { ...common, 'content-length': String(bytes.length) });
  const rest = bytes.slice(start);
  const contentRange = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
  if (manners.ranges === 'honored')
    return whole(206, rest, {
      ...common,
      'content-length': String(rest.length),
      'content-range': contentRange,
    });
  // Another file by now, of the same length; and it says so.
  return whole(206, rest.fill(0x2e), { ...common, etag: `"${id}-other"`, 'content-range': contentRange });
}

/** What is there of it so far, as if it were all. */
function shortOf({ bytes, contentType, id }: FarResult): Reply {
  const there = bytes.slice(0, Math.floor(bytes.length * 0.6));
  const headers = { 'content-length': String(there.length), etag: `"${id}-so-far"` };
  return whole(200, there, { 'content-type': contentType, ...headers });
}

export function sendFile(gateway: Gateway, request: FarRequest): Reply {
  const file = gateway.files.get(request.url.pathname.slice('/files/'.length));
  if (!file) return refusal(404, 'not_found');
  const { filesNeedKey, filesElsewhere } = gateway.manners;
  const isLetIn = !filesNeedKey || filesElsewhere || gateway.key === null;
  if (!isLetIn && request.headers.get('authorization') === null) return refusal(401, 'sign_in');
  const { trouble } = file;
  const sound = sendBytes(gateway, request, file);
  if (file.fates !== undefined) return sendLong(gateway, request, file, inPieces(sound));
  if (trouble === null || trouble.until <= gateway.world.scheduler.now()) return sound;
  switch (trouble.kind) {
    case 'text':
      return whole(200, message, { 'content-type': 'image/png' });
    case 'html':
      return whole(200, webPage, { 'content-type': 'text/html' });
    case 'empty':
      return whole(200, '');
    case 'short':
      return shortOf(file);
    case 'cut':
    case 'stall':
      return shortened(sound, 0.6, trouble.kind);
    default:
      return refusal(Number(trouble.kind), 'file_refused', { 'retry-after': '3' });
  }
}

/** In pieces, with what is drawn for this request; nothing is, once everything works again. */
function sendLong(gateway: Gateway, { life, headers }: FarRequest, file: FarResult, sound: Reply): Reply {
  const { world, wireRandom, isPrompt } = gateway;
  const fate = (isPrompt ? null : file.fates?.shift()) ?? null;
  const [, from = '0'] = /^bytes=(\d+)-$/.exec(headers.get('range') ?? '') ?? [];
  const asking: Asking = { at: world.scheduler.now(), life, fromByte: Number(from), fate, arrived: 0 };
  file.askedFor?.push(asking);
  const reply = fate === null ? sound : meet(world, wireRandom, sound, fate);
  const pieces = reply.pieces.map((piece) => ({
    ...piece,
    onArrived(number: number) {
      piece.onArrived?.(number);
      asking.arrived += piece.bytes.length;
    },
  }));
  return { ...reply, pieces };
}
