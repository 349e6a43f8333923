import type { Conversation, Message, PaidElsewhere } from '../../../shared/chat/chat';
import { frameFields } from '../../../shared/chat/frame-fields';
import {
  isFilePart,
  isRawPart,
  isResultPart,
  isTextPart,
  type Part,
  type RawPart,
  roleNames,
  textOf,
} from '../../../shared/chat/parts';
import { exactCostText } from '../../../shared/money/cost';

/**
 * The visible branch as readable text: who wrote what, when, and what it cost. Times are UTC. The reasoning of a reply is
 * no part of it; an export as JSON has it.
 */
export function toMarkdown(conversation: Conversation, branch: readonly Message[]): string {
  const { title, createdAt, paidElsewhere } = conversation;
  const elsewhere = paidElsewhere ? ` Before it was imported, it had cost ${sumOf(paidElsewhere)}.` : '';
  const cost = `This chat has cost ${sumOf(conversation)} so far.${elsewhere}`;
  const head = [`# ${oneLine(title)}`, `Started ${timeOf(createdAt)}. ${cost}`];
  return `${[...head, ...branch.flatMap(sectionOf)].join('\n\n')}\n`;
}

const sumOf = (sum: PaidElsewhere): string =>
  `${exactCostText(sum.cost)}${sum.hasUnknownCost ? ' and an unknown amount' : ''}`;

function sectionOf(message: Message): string[] {
  const { role, model, parts, error, createdAt } = message;
  const heading = role === 'assistant' ? (model ?? 'Reply') : roleNames[role];
  return [
    `## ${oneLine(heading)}`,
    ...textsOf(parts),
    ...(error === null ? [] : [quoted(`${error.code}: ${error.message}`)]),
    `<sub>${[timeOf(createdAt), ...figuresOf(message)].join(' · ')}</sub>`,
  ];
}

/** Each part in its place. Text that only reasoning interrupts goes on. */
function textsOf(parts: readonly Part[]): readonly string[] {
  const shown: string[] = [];
  let stretch: Part[] = [];
  const takeText = () => {
    const text = textOf(stretch);
    if (text !== '') shown.push(text);
    stretch = [];
  };
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'reasoning') stretch.push(part);
    else {
      takeText();
      shown.push(...textsOfPart(part));
    }
  }
  takeText();
  return shown;
}

function textsOfPart(part: Part): readonly string[] {
  if (isTextPart(part)) return [quoted(`Declined: ${part.text}`)];
  if (isFilePart(part)) {
    const { id, kind, name, contentType } = part.file;
    return [`${kind === 'image' ? '!' : ''}[${inBrackets(name)}](attachment:${id} "${contentType}")`];
  }
  if (isResultPart(part)) return part.job.media.map(({ fileName }) => `*File: ${inBrackets(fileName)}*`);
  // Signatures are for gateways alone.
  if (!isRawPart(part) || part.type === 'thinking') return [];
  const raw = part.type === 'fields' ? frameFields(part.raw) : part.raw;
  // A frame that has nothing beside the other parts, or a cache point.
  return raw === null && part.type === 'fields' ? [] : [fenced({ type: part.type, raw })];
}

/** Longer than any fence inside. */
function fenced({ type, raw }: Pick<RawPart, 'type' | 'raw'>): string {
  const json = JSON.stringify(raw, null, 2);
  const fence = '`'.repeat(Math.max(3, ...[...json.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}json ${type}\n${json}\n${fence}`;
}

function figuresOf(message: Message): string[] {
  const { role, usage, status } = message;
  if (role !== 'assistant') return [];
  return [
    exactCostText(message.cost) ?? 'cost unknown',
    ...(usage === null ? [] : [tokensText(usage.promptTokens + usage.completionTokens)]),
    ...(usage?.cachedTokens ? [`${usage.cachedTokens} cached`] : []),
    ...(usage?.reasoningTokens ? [`${usage.reasoningTokens} reasoning`] : []),
    ...(status === 'complete' ? [] : [status]),
  ];
}

const tokensText = (count: number): string => `${count} ${count === 1 ? 'token' : 'tokens'}`;
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const quoted = (text: string): string => text.replace(/^/gm, '> ');
const inBrackets = (name: string): string => oneLine(name).replace(/[[\]\\]/g, '\\$&');
