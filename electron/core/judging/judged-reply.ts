/** What assertions are judged with, of an answer that is stored. */
import { type Expected, eachOf } from '../../../shared/assertions/assertion';
import type { JudgedFile, JudgedReply } from '../../../shared/assertions/found';
import { jobsOf } from '../../../shared/chat/parts';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import type { Job } from '../../../shared/media/jobs';
import { type Cost, onlyMoney } from '../../../shared/money/cost';
import { exactAmount } from '../../../shared/money/money';
import type { Setup } from '../../../shared/run/setup';
import type { Ports } from '../ports/ports';

interface Answer {
  readonly replyId: string | null;
  readonly jobId: string | null;
  readonly totalMs: number | null;
  readonly cost: Cost | null;
}

/** @param setup what it was asked with, which offers the tools; `null` where there is no answer */
export function judgedReplyOf(
  { storage }: Pick<Ports, 'storage'>,
  { replyId, jobId, totalMs, cost: paid }: Answer,
  setup: Setup | undefined,
): JudgedReply | null {
  const money = onlyMoney(paid);
  const measured = { totalMs, cost: money === null ? null : Number(exactAmount(money.amount, money.unit)) };
  const reply = replyId === null ? undefined : storage.messages.get(replyId);
  if (reply !== undefined) {
    const known = storage.messages.logprobs(reply.id).map(({ logprob }) => logprob);
    return {
      ...measured,
      text: reply.text,
      finishReason: reply.finishReason,
      tokens: reply.usage?.completionTokens ?? null,
      calls: toolCallsOf(reply.parts),
      tools: setup?.modality === 'chat' ? (setup.settings.tools?.tools ?? []) : [],
      // Of a part of the tokens nothing is said.
      logprobs: known.every((one) => one !== null) ? known : [],
      files: jobsOf(reply.parts).flatMap(filesOfJob),
    };
  }
  const job = jobId === null ? undefined : storage.jobs.get(jobId);
  return job === undefined ? null : { ...measured, text: '', finishReason: null, files: filesOfJob(job) };
}

/** Whether anything expected is about what is in the files, which have to be read for it. */
export const looksIntoFiles = (expected: Expected): boolean =>
  eachOf(expected).some((one) => 'type' in one && ['has-alpha', 'is-silent'].includes(one.type));

/** The reply with what its files show and sound like. */
export async function withSeenFiles(
  { storage, files }: Pick<Ports, 'storage' | 'files'>,
  { replyId, jobId }: Pick<Answer, 'replyId' | 'jobId'>,
  reply: JudgedReply,
): Promise<JudgedReply> {
  const message = replyId === null ? undefined : storage.messages.get(replyId);
  const job = jobId === null ? undefined : storage.jobs.get(jobId);
  const media =
    message === undefined ? (job?.media ?? []) : jobsOf(message.parts).flatMap((one) => one.media);
  const seen = await Promise.all(
    (reply.files ?? []).map(async (file, at) => {
      const place = storage.media.place(media[at]?.id ?? '');
      return place === undefined ? file : { ...file, ...(await files.seenAndHeard(place, file.contentType)) };
    }),
  );
  return { ...reply, files: seen };
}

const filesOfJob = ({ media }: Job): readonly JudgedFile[] =>
  media.map(({ contentType, bytes, width, height, durationMs }) => ({
    contentType,
    bytes,
    width,
    height,
    durationMs,
    hasAlpha: null,
    silence: null,
  }));
