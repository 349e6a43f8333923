/**
 * Who may send requests to the browser host. Every page of every site can send requests to 127.0.0.1, so the right
 * address is not enough: the request must name this host, and a browser must state that this host's own page made it.
 */

export interface Refusal {
  readonly status: 403 | 405 | 415 | 421;
  readonly message: string;
}

/** The parts of a request that decide. */
export interface RequestFacts {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

const wrongHost: Refusal = { status: 421, message: 'This host answers to its own address only.' };
const wrongMethod: Refusal = { status: 405, message: 'Method not allowed.' };
const notOurPage: Refusal = { status: 403, message: 'Only this host’s page can call this.' };
const notForPages: Refusal = { status: 403, message: 'Not available to web pages.' };
const notJson: Refusal = { status: 415, message: 'The body must be application/json.' };
const notZip: Refusal = { status: 415, message: 'The body must be application/zip.' };

/** Where a page uploads an archive. */
export const archivePath = '/api/archives';

/**
 * Judges a request before any handler runs; `null` accepts it.
 * @param names the only accepted `Host`s, such as `127.0.0.1:4310`: any other was made to resolve to this address
 */
export function refusalOf(request: RequestFacts, names: readonly string[]): Refusal | null {
  const { headers, method, url } = request;
  const host = headers.get('host') ?? '';
  if (!names.includes(host) || url.host !== host) return wrongHost;
  if (!isAllowedMethod(method, url.pathname)) return wrongMethod;
  if (isProgramRoute(url.pathname)) return refusalOfProgram(request);
  if (!comesFromOurPage(request, `http://${host}`)) return notOurPage;
  if (method !== 'POST') return null;
  if (url.pathname === archivePath) return isOfType(headers, 'application/zip') ? null : notZip;
  return isOfType(headers, 'application/json') ? null : notJson;
}

/** Requested by a second start on the same machine, never by a page. */
export const isProgramRoute = (path: string): boolean => path.startsWith('/control/');

/** No `HEAD` for the API: it would start a stream without a reader. */
function isAllowedMethod(method: string, path: string): boolean {
  return method === 'GET' || method === 'POST' || (method === 'HEAD' && !path.startsWith('/api/'));
}

/** Browsers always send one of these with a POST; a program that knows the control secret sends neither. */
function refusalOfProgram({ headers, method }: RequestFacts): Refusal | null {
  if (headers.has('origin') || headers.has('sec-fetch-site')) return notForPages;
  return method === 'POST' ? null : wrongMethod;
}

function comesFromOurPage({ headers, method, url }: RequestFacts, origin: string): boolean {
  const claimed = headers.get('origin');
  if (claimed !== null && claimed !== origin) return false;
  if (method === 'POST' && claimed === null) return false;
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin' || site === 'none') return true;
  // A link on another site may lead here: you then see the page, and the site learns nothing.
  return (
    method === 'GET' && !url.pathname.startsWith('/api/') && headers.get('sec-fetch-dest') === 'document'
  );
}

/** A form of another site can't send either type without a preflight request. */
function isOfType(headers: Headers, wanted: string): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === wanted;
}
