/** The fields HTTP Archive 1.2 requires, with the types it gives them. */
import { z } from 'zod';

const pair = z.object({ name: z.string(), value: z.string() });
const size = z.int().min(-1);
const phase = z.number().refine((ms) => ms === -1 || ms >= 0);

const request = z.object({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string().min(1),
  cookies: z.array(pair),
  headers: z.array(pair),
  queryString: z.array(pair),
  postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
  headersSize: size,
  bodySize: size,
});

const response = z.object({
  status: z.int().min(0),
  statusText: z.string(),
  httpVersion: z.string().min(1),
  cookies: z.array(pair),
  headers: z.array(pair),
  content: z.object({
    size: z.int().min(0),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.string().optional(),
    comment: z.string().optional(),
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
});

const entry = z.object({
  startedDateTime: z.iso.datetime(),
  time: z.number().min(0),
  request,
  response,
  cache: z.object({}),
  timings: z.object({
    blocked: phase,
    dns: phase,
    connect: phase,
    ssl: phase,
    send: z.number().min(0),
    wait: z.number().min(0),
    receive: z.number().min(0),
  }),
  comment: z.string().optional(),
});

export const harSchema = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string().min(1), version: z.string().min(1) }),
    entries: z.array(entry),
  }),
});
