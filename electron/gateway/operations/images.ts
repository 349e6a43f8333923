/** `images.generations.create`. */
import { parseReply, unreadable } from '../http/body';
import type { ClientContext } from '../http/call';
import { failInside } from '../http/fail-inside';
import { readMediaBody } from '../http/media-body';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { isRecord, type JsonRecord } from '../parse/json';
import { readMediaSource } from '../parse/media-source';
import { readCredits } from '../parse/metadata';
import { readResultFacts } from '../parse/result-facts';
import type { GatewayClient } from '../types/client';
import type { ImageResult } from '../types/media';

export function createImages(context: ClientContext, paths: GatewayPaths): GatewayClient['images'] {
  return {
    generations: {
      async create(params, options) {
        const { dialect } = context;
        const spec = {
          method: 'post',
          path: paths.images,
          body: dialect.toBody('images', params),
          costs: true,
          options,
        } as const;
        const reply = await openCall(context, spec);
        const answer = await readMediaBody(reply, context.baseUrl, { spool: options?.spool });
        if (answer.kind === 'source') {
          const used = readCredits(answer.last, reply.headers);
          const images = [{ source: answer.source, ...readResultFacts(answer.last) }];
          return { images, meta: reply.meta(used, reply.readCost(answer.last)), raw: answer.last };
        }
        const body = parseReply(reply, answer.text);
        if (isRecord(body)) failInside(reply, body);
        const credits = readCredits(body, reply.headers);
        const images = readImages(body, context.baseUrl);
        if (images.length === 0) throw reply.fail({ ...unreadable(reply, JSON.stringify(body)), credits });
        return {
          images,
          meta: reply.meta(credits, reply.readCost(body), reply.readGeneration(body)),
          raw: body,
        };
      },
    },
  };
}

/** `data` or `images`, as a list or as one item, or the pictures of a chat's replies; items that hold no image are left out. */
function readImages(body: unknown, baseUrl: string): ImageResult['images'] {
  const candidates = isRecord(body) ? [body.data, body.images, imagesOfChat(body)] : [body];
  const held = candidates.find((candidate) => candidate !== undefined && candidate !== null);
  return [held].flat().flatMap((item) => {
    const source = readMediaSource(item, baseUrl);
    return source === null ? [] : [{ source, ...readResultFacts(item) }];
  });
}

function imagesOfChat({ choices }: JsonRecord): readonly unknown[] | null {
  if (!Array.isArray(choices)) return null;
  return choices.flatMap((choice) => {
    const message = isRecord(choice) && isRecord(choice.message) ? choice.message : {};
    return Array.isArray(message.images) ? message.images : [];
  });
}
