/** Replies: whole or streamed, some with pictures and sound. */
import { type Charge, isOfCheck } from './account';
import { CACHED, cachedPriceOf, cachedUsage, readCache } from './cache';
import { type ChatMedia, deltasOf, drawMedia, imagesAsText, partsOf } from './chat-media';
import { deltasOfCalls, drawCalls, type FarCall } from './chat-tools';
import { arriving, type Body, charge, type FarRequest, type Gateway } from './gateway';
import { type Claim, costFactor, type Made } from './make';
import { drawText, type Meant, type Written, writeThinking } from './meaning';
import { decimalOf, isMetered, metadata, meteredPriceOf, priceOf, TIERED, tieredPriceOf } from './money';
import { type Piece, type Reply, whole } from './reply';
import { drawDelay, drawStreamPace } from './slowness';
import { contentTypeOf, cutText, deltasOfText, drawWire, frame, lastChoice, type Wire } from './wire';

interface Said {
  readonly meant: Meant;
  readonly written: Written;
  readonly media: ChatMedia;
  readonly wire: Wire;
  readonly calls: readonly FarCall[];
  readonly usage: Record<string, unknown>;
}

/** How the app asks a model to go on with its reply. */
export const GO_ON = 'Continue exactly where';

const CHARACTERS_PER_TOKEN = 4;

interface Ending {
  readonly claim: Claim;
  /** The reply comes whole, also where a stream was asked for, with an error beside it. */
  readonly hasError: boolean;
  /** It comes whole too, with its images in the text. */
  readonly isInText: boolean;
}

export function makeChat(
  gateway: Gateway,
  request: FarRequest,
  body: Body,
  { claim, hasError, isInText }: Ending,
): Made {
  const { random } = gateway;
  const words = Array.from({ length: random.int(3, 25) }, () => random.pick(WORDS));
  const said = sayIt(gateway, `${words.join(' ')}.`, body);
  const price = priceOfChat(gateway, body, said);
  const finish = (): Charge => {
    const what = { amount: price, operation: 'chat', text: askedIn(body) };
    // Of what a check brings, only the verdict is kept.
    const kept = isOfCheck(body) ? {} : { meant: said.meant, results: said.media.results };
    return charge(gateway, request, { ...what, ...kept });
  };
  const takesMs = random.int(200, 9_000) + (body.stream === true ? 0 : drawDelay(gateway));
  const used = claim ?? decimalOf(gateway, price);
  if (body.stream === true && !hasError && !isInText)
    return streamed(gateway, said, { takesMs, price, used, finish });
  const answer = (): Reply => {
    const charged = finish();
    const money = { ...metadata(gateway, used), ...(hasError && { error: ERROR_BESIDE }) };
    return withArrivals(arriving(wholeReply(said, money, isInText), charged), said, hasError);
  };
  return { takesMs, repliesAfterMs: takesMs, finish: answer };
}

function priceOfChat(gateway: Gateway, body: Body, { meant: { cache } }: Said): number {
  if (cache !== undefined) return cachedPriceOf(cache);
  if (isMetered(body.model)) return meteredPriceOf(body.model, promptTokensOf(body));
  return body.model === TIERED
    ? tieredPriceOf(promptTokensOf(body))
    : priceOf(gateway, 'chat') * costFactor(body);
}

const promptTokensOf = ({ messages }: Body): number =>
  Math.ceil(JSON.stringify(messages).length / CHARACTERS_PER_TOKEN);

function sayIt(gateway: Gateway, words: string, body: Body): Said {
  const { wireRandom } = gateway;
  const wire = drawWire(wireRandom);
  const calls = drawCalls(wireRandom, body);
  const isCallsAlone = calls.length > 0 && wireRandom.chance(0.5);
  const text = isCallsAlone ? '' : drawText(wireRandom, words, wire.isLatin);
  const { written, reasoning } = writeThinking(wireRandom, text, wire.isLatin);
  // It goes on behind the words that the person gave it, or after the app’s own wording.
  const isContinued = endsWithReply(body) || contentsOf(body).at(-1)?.startsWith(GO_ON) === true;
  const cache = body.model === CACHED ? readCache(gateway, body) : undefined;
  const meant = { text, reasoning, isContinued, calls: calls.map(({ id }) => id), arrivedIn: null };
  return {
    meant: { ...meant, ...(cache !== undefined && { cache }) },
    usage: cache === undefined ? usageOf(body) : cachedUsage(cache),
    written,
    wire,
    calls,
    media: drawMedia(gateway),
  };
}

const ERROR_BESIDE = { code: 'provider_error', message: 'The provider stopped in the end.' };

/** A whole answer brings all it holds at once; beside an error it is no complete reply. */
function withArrivals(reply: Reply, { meant, media }: Said, hasError: boolean): Reply {
  return {
    ...reply,
    onArrived(life) {
      reply.onArrived?.(life);
      if (!hasError) meant.arrivedIn = life;
      for (const result of media.results) result.arrivedIn = life;
    },
  };
}

interface Making {
  readonly takesMs: number;
  readonly price: number;
  readonly used: number | string;
  readonly finish: () => Charge;
}

function streamed(gateway: Gateway, said: Said, { takesMs, price, used, finish }: Making): Made {
  const { wireRandom } = gateway;
  const { meant, written, wire, media, calls, usage } = said;
  const framed = (chunk: unknown) => frame(wireRandom, wire, chunk);
  const isPlain = written.content === meant.text;
  const steps = isPlain ? meant.text.split(/(?<= )/) : cutText(wireRandom, written.content);
  const texts = isPlain ? deltasOfText(wire, steps) : steps.map((content) => ({ content }));
  const asked = deltasOfCalls(wireRandom, wire, calls);
  const thoughts = cutText(wireRandom, written.thinking).map((piece) => ({ reasoning_content: piece }));
  const parts = deltasOf(gateway, media);
  const { thinksMs, factor } = drawStreamPace(gateway, takesMs);
  const repliesAfterMs = 5 + drawDelay(gateway);
  const stepMs = (takesMs * factor) / (texts.length + thoughts.length + asked.length + parts.length + 1);
  let isCharged = false;
  // As it is when the end of the stream is sent: a reply may grow for forty minutes, and calls of an earlier run end.
  const money = () => {
    const balance = gateway.account.balance - (isCharged ? 0 : price);
    return metadata({ ...gateway, account: { ...gateway.account, balance } }, used);
  };
  const pieces = [...thoughts, ...texts, ...asked].map(
    (delta): Piece => ({ afterMs: stepMs, bytes: framed(chunkOf(delta)) }),
  );
  const mediaPieces = parts.map((part) => mediaPiece(part, stepMs, framed));
  // Before, between or after the words, so that a cut may come after them.
  const mediaAt = parts.length === 0 ? 0 : gateway.random.int(0, pieces.length);
  const choices = [{ ...lastChoice(wireRandom, wire, written), finish_reason: finishOf(said) }];
  const last: Piece = {
    afterMs: stepMs,
    get bytes() {
      // Read more than once, so nothing is drawn for it.
      return frame(
        wireRandom,
        { ...wire, isNoisy: false },
        { ...chunkOf({}), choices, ...withUsage(usage, money()) },
      );
    },
  };
  const onArrived = (life: number) => {
    meant.arrivedIn = life;
  };
  const reply: Reply = {
    status: 200,
    headers: { 'content-type': contentTypeOf(wire, true) },
    pieces: [
      { afterMs: thinksMs, bytes: encoded(wire.framing === 'ndjson' ? '\n' : ': thinking\n\n') },
      ...pieces.toSpliced(mediaAt, 0, ...mediaPieces),
      last,
      ...(wire.mark === null ? [] : [{ afterMs: 1, bytes: encoded(wire.mark), onArrived }]),
    ],
    end: wire.staysOpen ? 'stall' : 'close',
    onArrived,
  };
  return {
    ...{ takesMs, repliesAfterMs, reply },
    finish: () => {
      finish();
      isCharged = true;
      return reply;
    },
  };
}

function mediaPiece(
  { delta, completes }: ReturnType<typeof deltasOf>[number],
  afterMs: number,
  framed: (chunk: unknown) => Uint8Array,
): Piece {
  const bytes = framed(chunkOf(delta));
  if (!completes) return { afterMs, bytes };
  const onArrived = (life: number) => {
    completes.arrivedIn = life;
  };
  return { afterMs, bytes, onArrived };
}

const WORDS = ['a', 'small', 'boat', 'drifts', 'under', 'grey', 'light', 'and', 'nobody', 'hurries'];

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const chunkOf = (delta: unknown) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: null }],
});

const usualUsage = { prompt_tokens: 5, completion_tokens: 9 };

const usageOf = (body: Body) =>
  isMetered(body.model) ? { ...usualUsage, prompt_tokens: promptTokensOf(body) } : usualUsage;

/** A gateway that charges dollars tells its cost among the tokens. */
const withUsage = (usage: Said['usage'], money: Record<string, unknown>) => ({
  ...money,
  usage: { ...(money.usage as Said['usage'] | undefined), ...usage },
});

const finishOf = ({ calls }: Said) => (calls.length > 0 ? 'tool_calls' : 'stop');

function wholeReply(said: Said, money: Record<string, unknown>, isInText: boolean): Reply {
  const { written, wire, calls, usage } = said;
  const { thinking } = written;
  const { text, media } = isInText ? imagesAsText(said.media) : { text: '', media: said.media };
  const content = text === '' ? written.content : `${text}${written.content}`;
  const message = {
    ...{ role: 'assistant', content },
    ...(thinking !== '' && { reasoning: thinking }),
    ...partsOf(media),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choices = [{ index: 0, message, finish_reason: finishOf(said) }];
  const body = JSON.stringify({ object: 'chat.completion', choices, ...withUsage(usage, money) });
  const bytes = Buffer.from(body, wire.isLatin ? 'latin1' : 'utf8');
  return whole(200, new Uint8Array(bytes), { 'content-type': contentTypeOf(wire, false) });
}

/**
 * The newest message of the person that names an intent: what a continuation adds is the app's own wording. Of a check all
 * of the request, which no other of its requests is like.
 */
export function askedIn(body: Body): string {
  if (isOfCheck(body)) return JSON.stringify(body);
  const texts = contentsOf(body);
  return newestOf(texts.findLast((text) => text.includes('intent-')) ?? texts.at(-1) ?? '');
}

function endsWithReply({ messages = [] }: Body): boolean {
  return (messages as { role: string }[]).at(-1)?.role === 'assistant';
}

function contentsOf(body: Body): readonly string[] {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** Messages that follow each other are sent as one: the last of them is what is asked now. */
function newestOf(text: string): string {
  const before = text.slice(0, Math.max(0, text.lastIndexOf('intent-')));
  const ends = ['\n\n', '\\n\\n', '\\\\n\\\\n', '"text":"'].map((gap) => {
    const at = before.lastIndexOf(gap);
    return at === -1 ? 0 : at + gap.length;
  });
  return text.slice(Math.max(...ends));
}
