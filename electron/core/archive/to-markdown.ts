import type { Conversation, Message, PaidElsewhere } from '../../../shared/chat';
import { exactCostText } from '../../../shared/cost';

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
  const { role, model, text, attachments, jobs, error, refusal, createdAt } = message;
  const heading = role === 'user' ? 'You' : (model ?? 'Reply');
  return [
    `## ${oneLine(heading)}`,
    ...(text === '' ? [] : [text]),
    ...attachments.map(
      ({ id, name, contentType }) => `![${inBrackets(name)}](attachment:${id} "${contentType}")`,
    ),
    ...jobs.flatMap(({ media }) => media.map(({ fileName }) => `*File: ${inBrackets(fileName)}*`)),
    ...(refusal === null ? [] : [quoted(`Declined: ${refusal}`)]),
    ...(error === null ? [] : [quoted(`${error.code}: ${error.message}`)]),
    `<sub>${[timeOf(createdAt), ...figuresOf(message)].join(' · ')}</sub>`,
  ];
}

function figuresOf(message: Message): string[] {
  const { role, usage, status } = message;
  if (role === 'user') return [];
  return [
    exactCostText(message.cost) ?? 'cost unknown',
    ...(usage === null ? [] : [tokensText(usage.promptTokens + usage.completionTokens)]),
    ...(status === 'complete' ? [] : [status]),
  ];
}

const tokensText = (count: number): string => `${count} ${count === 1 ? 'token' : 'tokens'}`;
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const quoted = (text: string): string => text.replace(/^/gm, '> ');
const inBrackets = (name: string): string => oneLine(name).replace(/[[\]\\]/g, '\\$&');
