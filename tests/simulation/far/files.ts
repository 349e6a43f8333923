/** Where results wait to be fetched. */
import type { FarRequest, Gateway } from './gateway';
import { svg, webPage } from './media';
import { type Reply, refusal, shortened, whole } from './reply';

export function sendFile(gateway: Gateway, request: FarRequest): Reply {
  const file = gateway.files.get(request.url.pathname.slice('/files/'.length));
  if (!file) return refusal(404, 'not_found');
  const { filesNeedKey, filesElsewhere } = gateway.manners;
  const isLetIn = !filesNeedKey || filesElsewhere || gateway.key === null;
  if (!isLetIn && request.headers.get('authorization') === null) return refusal(401, 'sign_in');
  const { trouble } = file;
  const sound = whole(200, file.bytes, {
    'content-type': file.contentType,
    'content-length': String(file.bytes.length),
  });
  if (trouble === null || trouble.until <= gateway.world.scheduler.now()) return sound;
  switch (trouble.kind) {
    case 'svg':
      return whole(200, svg, { 'content-type': 'image/png' });
    case 'html':
      return whole(200, webPage, { 'content-type': 'text/html' });
    case 'empty':
      return whole(200, '');
    case 'cut':
    case 'stall':
      return shortened(sound, 0.6, trouble.kind);
    default:
      return refusal(Number(trouble.kind), 'file_refused', { 'retry-after': '3' });
  }
}
