/** Addresses of results as gateways write them: whole, without a scheme or a host, or in the marks of a text. */

const MEDIA_PATH =
  /\.(?:mp4|webm|mov|m4v|mkv|avi|gif|png|jpe?g|webp|avif|svg|mp3|wav|ogg|opus|flac|aac|m4a|pcm)$/i;
/** `cdn.example/…`, with a port or not; what comes last is no end of a file. */
const HOST = /^(?:[\w-]+\.)+[a-z]{2,24}(?::\d{1,5})?\//i;
const SCHEME = /^[a-z][\w+.-]*:/i;

/** Whether an address, as it is or of a path alone, ends like a file of media. */
export const endsLikeMedia = (path: string): boolean => MEDIA_PATH.test(path.replace(/[?#].*$/s, ''));

/** Whether a text on its own can only be an address: it has the end of a file of media, and a host or a path in front. */
export function looksLikeAddress(text: string): boolean {
  const said = unmarked(text);
  if (/^https?:\/\//i.test(said)) return true;
  return (
    said.length < 4_000 &&
    /^\/{0,2}[\w.~%:-]+(?:\/[\w.~%@+=,-]+)+(?:\?\S*)?$|^\/[\w.~%-]+$/.test(said) &&
    endsLikeMedia(said)
  );
}

/**
 * The addresses that a text can mean, the likeliest first; empty where it is none of the web: a gateway must not make the
 * app open a file.
 */
export function addressesOf(text: string, baseUrl: string): readonly string[] {
  const said = unmarked(text);
  const all = waysToRead(said)
    .filter((one) => URL.canParse(one, `${baseUrl}/`))
    .map((one) => new URL(one, `${baseUrl}/`));
  const web = all.filter(({ protocol }) => protocol === 'http:' || protocol === 'https:');
  return [...new Set(web.map(({ href }) => href))];
}

function waysToRead(said: string): readonly string[] {
  if (said.startsWith('//')) return [`https:${said}`, said];
  if (HOST.test(said)) return [`https://${said}`, ...(SCHEME.test(said) ? [] : [said])];
  // A slash is missing.
  return [said.replace(/^(https?):\/(?!\/)/i, '$1://')];
}

/** Without the marks that a text has around an address. */
const unmarked = (text: string): string => text.trim().replace(/^[<`"'(]+(.*?)[>`"')]+$/s, '$1');
