/** What the media of a reply were made from: files of its chat. */
import { filesOf, isResultPart } from '../../../shared/chat/parts';
import type { FileRecord, ResultKind } from '../../../shared/media/media';
import type { InputRole } from '../../../shared/run/input-roles';
import { type InputRef, mostInputs } from '../../../shared/run/inputs';
import type { SentMessage } from '../modalities/sent-history';

const roles: Readonly<Record<ResultKind, InputRole | null>> = {
  image: 'reference',
  video: 'video',
  audio: 'sound',
  file: null,
};

/**
 * The files that were sent since the last reply that brought media, and those media: what is further above is what they
 * were made from.
 *
 * @param history the branch up to the message to answer, oldest first
 */
export function inputsOfReply(history: readonly SentMessage[]): readonly InputRef[] {
  const found: InputRef[] = [];
  for (const { parts } of history.toReversed()) {
    const results = parts.filter(isResultPart).flatMap(({ job }) => job.media);
    const made = results.flatMap(({ id, kind, fileName, origin: { jobId } }) =>
      // A result goes along as it is in the chat: it is stored in the library alone.
      inputOf(kind, { id: '', name: fileName, from: { jobId, mediaId: id } }),
    );
    found.unshift(...filesOf(parts).flatMap(attached), ...made);
    if (results.length > 0) break;
  }
  const byFile = new Map(found.map((one) => [one.from?.mediaId ?? one.id, one]));
  return [...byFile.values()].slice(-mostInputs);
}

const attached = ({ id, kind, name, from }: FileRecord & { readonly name: string }): readonly InputRef[] =>
  inputOf(kind, { id, name, ...(from && { from }) });

function inputOf(kind: ResultKind, input: Omit<InputRef, 'role'>): readonly InputRef[] {
  const role = roles[kind];
  return role === null ? [] : [{ role, ...input }];
}
