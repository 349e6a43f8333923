/**
 * The gateway as one Hono application.
 *
 * A request meets, in this order: request id, unknown path and wrong method, key, rate limit, body, idempotency,
 * handler. The catalogue needs the key only.
 */
import { Hono } from 'hono';
import { insteadOf } from './elsewhere';
import { ApiError, internalError, notFound } from './errors';
import { limitRate, readKey, replayReplies, requireKey } from './middleware/authenticate';
import { limitBody, readJson, readJsonOrForm, refuseEncodings } from './middleware/body';
import { errorReply } from './reply';
import { showAccount } from './routes/account';
import { createChatCompletion } from './routes/chat';
import { createEdits } from './routes/edits';
import { createEmbeddings } from './routes/embeddings';
import { createImages } from './routes/images';
import { listJobs, retrieveJob } from './routes/jobs';
import { listModels, retrieveModel } from './routes/models';
import { sendOutput } from './routes/outputs';
import { createResponse, deleteResponse, listInputItems, retrieveResponse } from './routes/responses';
import { createSpeech } from './routes/speech';
import { createVideo } from './routes/videos';
import type { GatewayContext, GatewayEnv, Services } from './services';

/** Path of the API; `{origin}/api/v1` is the base URL of clients. */
export const BASE_PATH = '/api/v1';

type Handler = (context: GatewayContext, services: Services) => Response | Promise<Response>;

export function createApp(services: Services): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    const requestId = `req_${crypto.randomUUID().replaceAll('-', '')}`;
    context.set('requestId', requestId);
    context.header('x-request-id', requestId);
    await next();
  });
  app.use(readKey(services));
  addFree(app, services, `${BASE_PATH}/models`, listModels);
  addFree(app, services, `${BASE_PATH}/models/:id{.+}`, retrieveModel);
  addFree(app, services, '/sandbox/account', showAccount);
  addCosting(app, services, `${BASE_PATH}/chat/completions`, createChatCompletion);
  addCosting(app, services, `${BASE_PATH}/responses`, createResponse);
  addDelete(app, services, `${BASE_PATH}/responses/:id`, deleteResponse);
  addFree(app, services, `${BASE_PATH}/responses/:id`, retrieveResponse, 'GET, HEAD, DELETE');
  addFree(app, services, `${BASE_PATH}/responses/:id/input_items`, listInputItems);
  addCosting(app, services, `${BASE_PATH}/embeddings`, createEmbeddings);
  addCosting(app, services, `${BASE_PATH}/images/generations`, createImages);
  addCosting(app, services, `${BASE_PATH}/images/edits`, createEdits, readJsonOrForm);
  addCosting(app, services, `${BASE_PATH}/audio/speech`, createSpeech);
  addCosting(app, services, `${BASE_PATH}/videos/generations`, createVideo, readJsonOrForm);
  addMetered(app, services, `${BASE_PATH}/jobs`, listJobs);
  addMetered(app, services, `${BASE_PATH}/jobs/:id`, retrieveJob);
  addOpen(app, services, '/outputs/:token', sendOutput);
  app.notFound((context) => {
    const { path } = context.req;
    return errorReply(context, services, notFound(path, insteadOf(path, BASE_PATH)));
  });
  app.onError((error, context) => {
    if (error instanceof ApiError) return errorReply(context, services, error);
    services.onInternalError(error);
    return errorReply(context, services, internalError());
  });
  return app;
}

function addFree(
  app: Hono<GatewayEnv>,
  services: Services,
  path: string,
  handler: Handler,
  allow = 'GET, HEAD',
): void {
  app.get(path, requireKey, (context) => {
    count(services, `GET ${path}`);
    return handler(context, services);
  });
  app.all(path, refuseMethod(allow));
}

/** Before {@link addFree} of the same path, which refuses other methods. */
function addDelete(app: Hono<GatewayEnv>, services: Services, path: string, handler: Handler): void {
  app.delete(path, requireKey, (context) => {
    count(services, `DELETE ${path}`);
    return handler(context, services);
  });
}

/** Costs no credits, but counts for the rate limit. */
function addMetered(app: Hono<GatewayEnv>, services: Services, path: string, handler: Handler): void {
  app.get(path, requireKey, limitRate(services), (context) => {
    count(services, `GET ${path}`);
    return handler(context, services);
  });
  app.all(path, refuseMethod('GET, HEAD'));
}

/** Open to anyone who knows the address; no key is needed. */
function addOpen(app: Hono<GatewayEnv>, services: Services, path: string, handler: Handler): void {
  app.get(path, (context) => {
    count(services, `GET ${path}`);
    return handler(context, services);
  });
  app.all(path, refuseMethod('GET, HEAD'));
}

function addCosting(
  app: Hono<GatewayEnv>,
  services: Services,
  path: string,
  handler: Handler,
  readBody = readJson,
): void {
  app.post(
    path,
    requireKey,
    async (_, next) => {
      count(services, `POST ${path}`);
      await next();
    },
    limitRate(services),
    refuseEncodings,
    limitBody,
    readBody,
    replayReplies(services),
    (context) => handler(context, services),
  );
  app.all(path, refuseMethod('POST'));
}

const refuseMethod = (allow: string) => (context: GatewayContext) => {
  throw new ApiError(`${context.req.method} is not possible here; allowed: ${allow}.`, {
    status: 405,
    code: 'method_not_allowed',
    allow,
  });
};

function count({ requests }: Services, route: string): void {
  requests.set(route, (requests.get(route) ?? 0) + 1);
}
