/** Replies: whole or streamed, some with pictures and sound. */
import type { Charge, FarResult } from './account';
import { type ChatMedia, deltasOf, drawMedia, partsOf } from './chat-media';
import { arriving, type Body, charge, type FarRequest, type Gateway } from './gateway';
import { type Claim, costFactor, type Made } from './make';
import { decimalOf, metadata, priceOf } from './money';
import { json, type Piece, type Reply } from './reply';
import { drawDelay, drawStreamPace } from './slowness';

interface Said {
  readonly text: string;
  readonly media: ChatMedia;
}

export function makeChat(gateway: Gateway, request: FarRequest, body: Body, claim: Claim): Made {
  const { random } = gateway;
  const words = Array.from({ length: random.int(3, 25) }, () => random.pick(WORDS));
  const said: Said = { text: `${words.join(' ')}.`, media: drawMedia(gateway) };
  const price = priceOf(gateway, 'chat') * costFactor(body);
  const finish = (): Charge => {
    const what = { amount: price, operation: 'chat', text: askedIn(body), reply: said.text };
    return charge(gateway, request, { ...what, results: said.media.results });
  };
  const takesMs = random.int(200, 9_000) + (body.stream === true ? 0 : drawDelay(gateway));
  const used = claim ?? decimalOf(gateway, price);
  if (body.stream === true) return streamed(gateway, said, { takesMs, price, used, finish });
  const answer = (): Reply => {
    const charged = finish();
    const reply = arriving(json(200, { ...chatBody(said), ...metadata(gateway, used) }), charged);
    return withArrivals(reply, said.media.results);
  };
  return { takesMs, repliesAfterMs: takesMs, finish: answer };
}

/** A whole answer brings all it holds at once. */
function withArrivals(reply: Reply, results: readonly FarResult[]): Reply {
  return {
    ...reply,
    onArrived(life) {
      reply.onArrived?.(life);
      for (const result of results) result.arrivedIn = life;
    },
  };
}

interface Making {
  readonly takesMs: number;
  readonly price: number;
  readonly used: number | string;
  readonly finish: () => Charge;
}

function streamed(gateway: Gateway, { text, media }: Said, { takesMs, price, used, finish }: Making): Made {
  const steps = text.split(/(?<= )/);
  const parts = deltasOf(gateway, media);
  const { thinksMs, factor } = drawStreamPace(gateway, takesMs);
  const repliesAfterMs = 5 + drawDelay(gateway);
  const stepMs = (takesMs * factor) / (steps.length + parts.length + 1);
  // The amounts in the stream are only true at its end, so nobody else spends meanwhile.
  const balance = gateway.account.balance - price;
  const money = metadata({ ...gateway, account: { ...gateway.account, balance } }, used);
  const said = steps.map((step): Piece => ({ afterMs: stepMs, bytes: event(chunkOf({ content: step })) }));
  const mediaPieces = parts.map((part) => mediaPiece(part, stepMs));
  // Before, between or after the words, so that a cut may come after them.
  const mediaAt = parts.length === 0 ? 0 : gateway.random.int(0, said.length);
  const pieces = [
    { afterMs: thinksMs, bytes: new TextEncoder().encode(': thinking\n\n') },
    ...said.toSpliced(mediaAt, 0, ...mediaPieces),
    { afterMs: stepMs, bytes: event({ ...chunkOf({}, 'stop'), ...money }) },
    { afterMs: 1, bytes: new TextEncoder().encode('data: [DONE]\n\n') },
  ];
  const headers = { 'content-type': 'text/event-stream' };
  const reply: Reply = { status: 200, headers, pieces, end: 'close' };
  return {
    ...{ takesMs, repliesAfterMs, reply },
    finish: () => {
      finish();
      return reply;
    },
  };
}

function mediaPiece({ delta, completes }: ReturnType<typeof deltasOf>[number], afterMs: number): Piece {
  const bytes = event(chunkOf(delta));
  if (!completes) return { afterMs, bytes };
  const onArrived = (life: number) => {
    completes.arrivedIn = life;
  };
  return { afterMs, bytes, onArrived };
}

const WORDS = ['a', 'small', 'boat', 'drifts', 'under', 'grey', 'light', 'and', 'nobody', 'hurries'];

const event = (data: unknown): Uint8Array => new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`);

const chunkOf = (delta: unknown, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

const chatBody = ({ text, media }: Said) => ({
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: text, ...partsOf(media) }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 5, completion_tokens: 9 },
});

/** The newest message of the person that names an intent: what a continuation adds is the app's own wording. */
export function askedIn(body: Body): string {
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  return newestOf(texts.findLast((text) => text.includes('intent-')) ?? texts.at(-1) ?? '');
}

/** Messages that follow each other are sent as one: the last of them is what is asked now. */
function newestOf(text: string): string {
  const before = text.slice(0, Math.max(0, text.lastIndexOf('intent-')));
  const ends = ['\n\n', '\\n\\n', '"text":"'].map((gap) => {
    const at = before.lastIndexOf(gap);
    return at === -1 ? 0 : at + gap.length;
  });
  return text.slice(Math.max(...ends));
}
