/** Probes of token counts: whether they follow from the text. */
import { endingOf } from '../../../../shared/chat/finish-reason';
import { isCountedByO200k } from '../model-names';
import type { SeenReply } from '../seen';
import {
  type Ask,
  chat,
  Decided,
  fails,
  figure,
  type Probe,
  replyTo,
  type Subject,
  unclear,
  type Verdict,
  works,
} from './probe';
import { fillerLines } from './prompt-probes';

const measureText = (tokens: number, { seed, model }: Subject): string =>
  `${fillerLines(tokens, seed, model, 'count').join('\n')}\n\nReply with the word ready.`;

/** @throws Decided where the gateway counts nothing; some say 0 for that */
function promptTokensOf({ usage }: SeenReply): number {
  if (usage === null || (usage.promptTokens === 0 && usage.completionTokens === 0))
    throw new Decided(unclear('The gateway doesn’t count tokens.'));
  return usage.promptTokens;
}

const tokenCounts: Probe = {
  id: 'tokenCounts',
  asks: (subject) =>
    isCountedByO200k(subject.model)
      ? [chat('short', measureText(60, subject)), chat('long', measureText(600, subject))]
      : [],
  async run(ask, subject, { countTokens }) {
    // What a gateway adds around a prompt is in both, so only the difference is compared.
    const long = promptTokensOf(await replyTo(ask, 'long'));
    const short = promptTokensOf(await replyTo(ask, 'short'));
    const ofShort = await countTokens(measureText(60, subject));
    const [counted, tokens] = [long - short, (await countTokens(measureText(600, subject))) - ofShort];
    const off = Math.abs(counted - tokens) / tokens;
    const added = short - ofShort;
    const figures = [
      figure('Counted', counted, 'tokens'),
      figure('By the tokenizer', tokens, 'tokens'),
      figure('Around the prompt', added, 'tokens'),
    ];
    if (off <= 0.02) return judgeAdded(added, figures);
    const note = `${counted} tokens were counted for a text that has ${tokens} for this model.`;
    return off > 0.15 ? fails(note, figures) : unclear(note, figures);
  },
};

/** OpenAI adds about 10 to a prompt, and a few more for models that reason. */
const USUAL_AROUND = 40;
/** More than any template of a chat, which holds no text of its own. */
const MOST_AROUND = 250;

function judgeAdded(added: number, figures: Verdict['figures']): Verdict {
  if (added <= USUAL_AROUND)
    return works('The counted tokens are those of the tokenizer of this model.', figures);
  const note = `Each prompt is counted with about ${added} tokens more than its text has`;
  return added > MOST_AROUND
    ? fails(`${note}: something is added to it, or to the count.`, figures)
    : unclear(`${note}.`, figures);
}

const countsAgree: Probe = {
  id: 'countsAgree',
  asks: (subject) => [
    chat('whole', measureText(120, subject)),
    chat('stream', measureText(120, subject), { stream: true, stream_options: { include_usage: true } }),
  ],
  async run(ask) {
    const whole = promptTokensOf(await replyTo(ask, 'whole'));
    const streamed = promptTokensOf(await replyTo(ask, 'stream'));
    const figures = [figure('Whole reply', whole, 'tokens'), figure('Stream', streamed, 'tokens')];
    const off = Math.abs(whole - streamed);
    if (off <= Math.max(3, whole * 0.01)) return works(`One prompt has ${whole} tokens both ways.`, figures);
    const note = `One prompt has ${whole} tokens in a whole reply and ${streamed} in a stream.`;
    return off > whole * 0.1 ? fails(note, figures) : unclear(note, figures);
  },
};

const LENGTHS = [100, 300, 700] as const;
/** No tokenizer makes more of plain English, nor so few. */
const MOST_PER_CHARACTER = 1.1;
const LEAST_PER_CHARACTER = 0.08;
const UNUSUAL_PER_CHARACTER = 0.55;

/** Three texts, each longer than the one before. */
export const growingAsks = (subject: Subject): readonly Ask[] =>
  LENGTHS.map((tokens) => chat(`${tokens}`, measureText(tokens, subject)));

const usageGrows: Probe = {
  id: 'usageGrows',
  asks: growingAsks,
  async run(ask, subject) {
    const counts: number[] = [];
    let last: SeenReply | null = null;
    for (const tokens of LENGTHS) {
      last = await replyTo(ask, `${tokens}`);
      counts.push(promptTokensOf(last));
    }
    const characters = LENGTHS.map((tokens) => measureText(tokens, subject).length);
    return judgeGrowth(counts, characters, last);
  },
};

const between = (list: readonly number[], from: number, to: number) => (list[to] ?? 0) - (list[from] ?? 0);

function judgeGrowth(counts: readonly number[], characters: readonly number[], last: SeenReply | null) {
  const figures = counts.map((count, at) => figure(`${characters[at]} characters`, count, 'tokens'));
  const counted = `Texts of ${characters.join(', ')} characters were counted with ${counts.join(', ')} tokens`;
  const first = between(counts, 0, 1) / between(characters, 0, 1);
  const second = between(counts, 1, 2) / between(characters, 1, 2);
  if (first <= 0 || second <= 0) return fails(`${counted}: a longer text doesn’t count more.`, figures);
  const whole = between(counts, 0, 2) / between(characters, 0, 2);
  if (whole > MOST_PER_CHARACTER || whole < LEAST_PER_CHARACTER)
    return fails(`${counted}, which no tokenizer does.`, figures);
  const bend = Math.max(first, second) / Math.min(first, second);
  if (bend > 1.6) return fails(`${counted}: they don’t grow with the text.`, figures);
  const reply = replyProblem(last);
  if (reply !== null) return fails(reply, figures);
  const around = Math.round((counts[0] ?? 0) - first * (characters[0] ?? 0));
  if (around > MOST_AROUND)
    return unclear(
      `${counted}: they grow with the text, and about ${around} tokens are counted beside it each time.`,
      figures,
    );
  if (bend > 1.2 || whole > UNUSUAL_PER_CHARACTER) return unclear(`${counted}, which is unusual.`, figures);
  return works(`${counted}: they grow with the text.`, figures);
}

/** What is counted for a short reply; reasoning that is not shown may be in it. */
function replyProblem(last: SeenReply | null): string | null {
  const { usage = null, text = '', reasoning = '', finish = null } = last ?? {};
  if (usage === null || text === '' || endingOf(finish) === 'limit') return null;
  if (usage.completionTokens * 24 < text.length)
    return `${usage.completionTokens} tokens were counted for a reply of ${text.length} characters.`;
  const isThinking = reasoning !== '' || (usage.reasoningTokens ?? 0) > 0;
  // The request allows 64.
  return !isThinking && usage.completionTokens > 200
    ? `${usage.completionTokens} tokens were counted for a reply of ${text.length} characters that may have 64.`
    : null;
}

export const countProbes: readonly Probe[] = [tokenCounts, countsAgree, usageGrows];
