/** The routes of the browser host. The guard checks every request first; all but the landing page need a session. */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppErrorData } from '../../../shared/errors';
import { boundedBody } from '../../bounded-body';
import type { Core } from '../../core/core';
import { maxCallBytes } from '../shared/limits';
import type { CodeIntegrity } from '../shared/page/code-integrity';
import { commonHeaders } from '../shared/page/headers';
import { pageResponse } from '../shared/page/respond';
import type { PageSource } from '../shared/page/source';
import { type MediaPart, mediaFlags, serveMedia } from '../shared/serve-media';
import { eventStream } from './event-stream';
import { archivePath, isProgramRoute, refusalOf } from './guard';
import { type HostNames, namesOf } from './host-name';
import {
  landingHeaders,
  landingPath,
  landingResponse,
  landingScript,
  landingScriptPath,
  landingStyle,
  landingStylePath,
  noSessionHtml,
} from './landing';
import type { OpeningPages } from './open-browser';
import {
  answerCode,
  maxSealedBytes,
  nonceOfProof,
  type Proved,
  proofHeader,
  proveAnswer,
  readCall,
} from './session-proof';
import { isSameSecret, type Session, type Sessions } from './sessions';

export interface WebAppOptions {
  readonly core: Core;
  readonly page: PageSource;
  readonly integrity: Promise<CodeIntegrity | null>;
  readonly sessions: Sessions;
  readonly names: HostNames;
  /** The address of a link that opens a session, for the system's browser. */
  readonly linkToOpen: (token: string) => string;
  /** The secret with which a second start on the same data folder gets a link. */
  readonly controlSecret: string;
  readonly pages: OpeningPages;
}

interface WebEnv {
  Bindings: HttpBindings;
  Variables: { proved?: Proved };
}
type WebApp = Hono<WebEnv>;

export function createWebApp(options: WebAppOptions): WebApp {
  const app: WebApp = new Hono();
  app.onError((error, context) => {
    console.error('Request failed:', error);
    return refuse(context, 500, { code: 'internal', message: 'Gatehouse couldn’t handle the request.' });
  });
  addChecks(app, options);
  addOpening(app, options);
  addApi(app, options);
  addMedia(app, options);
  app.get('*', async (context) =>
    pageResponse(options.page, new URL(context.req.url), { integrity: await options.integrity }),
  );
  return app;
}

/** The address of a link that opens a session. */
export const linkOf = (host: string, token: string): string => `http://${host}${landingPath}#${token}`;

function addChecks(app: WebApp, { sessions, names }: WebAppOptions): void {
  app.use(async (context, next) => {
    const refusal = refusalOf(
      { method: context.req.method, url: new URL(context.req.url), headers: context.req.raw.headers },
      namesOf(names),
    );
    if (refusal !== null) {
      return refuse(context, refusal.status, { code: 'invalid_input', message: refusal.message });
    }
    if (isOpenToAll(context.req.path)) return next();
    const id = getCookie(context, cookieName(names));
    const pass = sessions.passOf(id);
    if (pass === null) return refuseWithoutSession(context);
    if (!context.req.path.startsWith('/api/')) return next();
    const nonce = nonceOfProof(pass, context.req.path, proofOf(context));
    if (nonce === null && !sessions.admits(id, passOf(context))) return refuse(context, 401, noPass);
    if (nonce === null) return next();
    context.set('proved', { pass, nonce });
    await next();
    await proveAnswer(context.res, { pass, nonce });
  });
  const limitTo = (maxSize: number) =>
    boundedBody<WebEnv>(maxSize, (context) => refuse(context, 413, tooLarge));
  const [limit, sealedLimit] = [limitTo(maxCallBytes), limitTo(maxSealedBytes)];
  app.use((context, next) => {
    // An archive is never held in memory: the core limits how much of one it reads.
    if (context.req.path === archivePath) return next();
    return context.get('proved') === undefined ? limit(context, next) : sealedLimit(context, next);
  });
}

function addOpening(app: WebApp, options: WebAppOptions): void {
  const { sessions, names } = options;
  app.get(landingPath, async () => landingResponse(options.page, await options.integrity));
  const addFile = (path: string, type: string, text: string) =>
    app.get(path, (context) =>
      context.body(text, 200, { ...landingHeaders, 'Content-Type': `${type}; charset=utf-8` }),
    );
  addFile(landingScriptPath, 'text/javascript', landingScript);
  addFile(landingStylePath, 'text/css', landingStyle);
  app.post('/api/session', async (context) => {
    const body = await readJson(context);
    const session = redeem(options, body);
    if (session !== null) {
      setCookie(context, cookieName(names), session.id, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return context.json({ ok: true, value: { pass: session.pass } }, 200, secretHeaders);
    }
    if (!sessions.has(getCookie(context, cookieName(names)))) {
      return refuse(context, 401, {
        code: 'invalid_input',
        message: 'The link or code is wrong, was used already, or is too old.',
      });
    }
    // The cookie alone is not enough: it may have been intercepted.
    return context.json({ ok: true, value: null }, 200, secretHeaders);
  });
  addControl(app, options);
}

/** What another start on the same data folder requests instead of starting a second host. */
function addControl(app: WebApp, { sessions, names, controlSecret, pages, linkToOpen }: WebAppOptions): void {
  app.use('/control/*', async (context, next) => {
    const given = context.req.header('authorization') ?? '';
    if (isSameSecret(given, `Bearer ${controlSecret}`)) return next();
    return refuse(context, 401, { code: 'invalid_input', message: 'Wrong control secret.' });
  });
  app.post('/control/link', (context) =>
    context.json({ url: linkOf(names.plain, sessions.issueLink()) }, 200, commonHeaders),
  );
  app.post('/control/page', async (context) => {
    const file = await pages.write(linkToOpen(sessions.issueLink())).catch(() => null);
    return context.json({ file }, 200, commonHeaders);
  });
  app.post('/control/code', (context) => context.json({ code: sessions.issueCode() }, 200, commonHeaders));
}

/** Exchanges a link's token or a typed code for a session; the page that held the link is deleted. */
function redeem({ sessions, linkToOpen, pages }: WebAppOptions, body: SessionBody | null): Session | null {
  if (typeof body?.code === 'string') return sessions.redeemCode(body.code);
  if (typeof body?.token !== 'string') return null;
  const session = sessions.redeem(body.token);
  if (session !== null) pages.remove(linkToOpen(body.token));
  return session;
}

type SessionBody = Readonly<Record<string, unknown>>;

function addApi(app: WebApp, { core }: WebAppOptions): void {
  app.post('/api/call', async (context) => {
    const body = await readJson(context);
    const asked = readCall(body, context.get('proved'));
    if (asked === null) return refuse(context, 400, notACall);
    if (asked === 'too large') return refuse(context, 413, tooLarge);
    const envelope = await core.call(asked.name, asked.input);
    return context.json(envelope, 200, { ...commonHeaders, 'Cache-Control': 'no-store' });
  });
  app.post(archivePath, async (context) => {
    const envelope = await core.receiveArchive(piecesOf(context.req.raw.body));
    return context.json(envelope, 200, { ...commonHeaders, 'Cache-Control': 'no-store' });
  });
  app.get('/api/events', (context) => {
    const drop = (): void => {
      context.env.incoming.socket.destroy();
    };
    const proved = context.get('proved');
    const greeting = proved && `event: proof\ndata: ${answerCode(proved.pass, proved.nonce, '')}\n\n`;
    const stream = eventStream((listener) => core.subscribe(listener), { drop, greeting });
    return context.body(stream, 200, {
      ...commonHeaders,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
    });
  });
  app.get('/api/proof', (context) => context.json({ ok: true, value: null }, 200, secretHeaders));
  app.all('/api/*', (context) => refuse(context, 404, { code: 'not_found', message: 'Not found.' }));
}

async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>;
}

/** Of what no cache may keep. */
const secretHeaders = { ...commonHeaders, 'Cache-Control': 'no-store' };

/** Result files; the guard and the session check come first, as everywhere. */
function addMedia(app: WebApp, { core }: WebAppOptions): void {
  const serve = (part: MediaPart) => (context: Context) => {
    const { method, raw } = context.req;
    const id = context.req.param('id') ?? '';
    const flags = mediaFlags(new URL(raw.url).searchParams);
    // A browser would keep results in its cache on the disk, long after they were deleted here.
    return serveMedia(core, { method, headers: raw.headers, part, id, ...flags }, secretHeaders);
  };
  app.get('/media/:id', serve('item'));
  app.get('/media/:id/thumbnail', serve('thumbnail'));
  app.get('/exports/:id', serve('export'));
  app.all('/media/*', (context) => refuse(context, 404, { code: 'not_found', message: 'File not found.' }));
}

/** In the address only where a page can't set headers. */
const proofOf = (context: Context): string =>
  context.req.header(proofHeader) ??
  (context.req.path === '/api/events' ? (context.req.query('proof') ?? '') : '');

/** The page's half of its session as a program sends it; in the address only where it can't set headers. */
const passOf = (context: Context): string | undefined =>
  context.req.header('x-gatehouse-pass') ??
  (context.req.path === '/api/events' ? context.req.query('pass') : undefined);

const noPass: AppErrorData = {
  code: 'host_unreachable',
  message: 'The session of this page is incomplete. Open Gatehouse through a new link.',
};

const tooLarge: AppErrorData = {
  code: 'invalid_input',
  message: `The request is larger than ${maxCallBytes / 1024 / 1024} MB.`,
};

const notACall: AppErrorData = {
  code: 'invalid_input',
  message: 'The body must be JSON of the form {"name": …, "input": …}, or sealed for this session.',
};

/** Cookies ignore ports: two hosts on one machine must not overwrite each other's session. */
const cookieName = ({ plain }: HostNames): string => `gatehouse_session_${plain.split(':')[1]}`;

const openPaths: readonly string[] = [landingPath, landingScriptPath, landingStylePath, '/api/session'];

const isOpenToAll = (path: string): boolean => openPaths.includes(path) || isProgramRoute(path);

function refuseWithoutSession(context: Context): Response {
  if (context.req.path.startsWith('/api/')) {
    return refuse(context, 401, { code: 'host_unreachable', message: 'This browser has no session.' });
  }
  return context.html(noSessionHtml, 401, landingHeaders);
}

function refuse(
  context: Context,
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421 | 500,
  error: AppErrorData,
) {
  return context.json({ ok: false, error: { ...error, statusCode: status } }, status, {
    ...commonHeaders,
    'Cache-Control': 'no-store',
  });
}

async function readJson(context: Context): Promise<Readonly<Record<string, unknown>> | null> {
  const body: unknown = await context.req.json().catch(() => null);
  return typeof body === 'object' && body !== null ? { ...body } : null;
}
