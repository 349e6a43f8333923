import { type ComponentType, use } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import {
  filesOf,
  isTextPart,
  jobsOf,
  mediaPartTypes,
  type Part,
  type PartType,
} from '../../../../shared/chat/parts';
import { lazy, Suspense } from '../../../ui/later';
import { ImageStrip } from '../images/image-strip';
import { MarkdownText } from './markdown-text';
import { idsOf, type PartViewProps, type ShownMessage } from './part-view';
import { Reasoning } from './reasoning';
import { ReplyMediaContext } from './reply-media-context';
import { thinkingFigures } from './thinking-figures';
import { UserText } from './user-text';

/** Most messages have only text. */
const Rare = lazy(() => import('./rare-parts'));
const Cited = lazy(() => import('./cited-text'));

/** One renderer for each type of part, for replies and own messages alike. */
const views: Readonly<Record<PartType, ComponentType<PartViewProps>>> = {
  text: Text,
  reasoning: Thinking,
  refusal: Rare,
  image: Files,
  audio: Files,
  video: Files,
  file: Files,
  toolCall: Rare,
  toolResult: Rare,
  citation: Rare,
  thinking: Rare,
  unknown: Rare,
  fields: Rare,
};

interface MessagePartsProps {
  readonly parts: readonly Part[];
  readonly message: ShownMessage & Pick<Message, 'status'>;
}

/** What a message consists of, in its order. */
export function MessageParts({ parts, message }: MessagePartsProps) {
  const groups = groupsOf(parts);
  return groups.map((group, at) => {
    const [{ id, type }] = group;
    const View = views[type];
    const isGrowing = message.status === 'streaming' && at === groups.length - 1;
    return (
      <Suspense key={id}>
        <View parts={group} message={message} isGrowing={isGrowing} />
      </Suspense>
    );
  });
}

/** Neighbors that are shown together: media in one strip, and what is rare in one list. */
function groupsOf(parts: readonly Part[]): readonly [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = [];
  for (const part of parts) {
    if (isTextPart(part) && part.text === '') continue;
    const last = groups.at(-1);
    if (last !== undefined && kindOf(part) === kindOf(last[0])) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

const isMedia = ({ type }: Part) => (mediaPartTypes as readonly PartType[]).includes(type);
const kindOf = (part: Part): string =>
  isTextPart(part) ? part.id : isMedia(part) ? `media ${'job' in part}` : part.type;

function Text(props: PartViewProps) {
  const { parts, message, isGrowing } = props;
  const [part] = parts;
  if (!isGrowing && citesIn(message)) return <Cited {...props} />;
  const text = isTextPart(part) ? part.text : '';
  if (message.role !== 'assistant') return <UserText text={text} />;
  return <MarkdownText text={text} streaming={isGrowing} />;
}

/** Places are counted in one text: in a reply of several, the sources are in their list alone. */
const citesIn = ({ role, parts = [] }: ShownMessage) =>
  role === 'assistant' &&
  parts.some(({ type }) => type === 'citation') &&
  parts.filter(({ type }) => type === 'text').length === 1;

function Thinking({ parts: [part], message, isGrowing }: PartViewProps) {
  const text = isTextPart(part) ? part.text : '';
  // What the whole reply thought is said once.
  const isFirst = message.parts?.find(({ type }) => type === 'reasoning')?.id === part.id;
  const figures = isFirst ? thinkingFigures(message) : null;
  return <Reasoning id={part.id} text={text} writing={isGrowing} figures={figures} />;
}

/** What a person attached and what came with a reply. */
function Files({ parts }: PartViewProps) {
  const Media = use(ReplyMediaContext);
  const jobs = jobsOf(parts);
  if (jobs.length > 0) return <Media jobIds={jobs.map(({ id }) => id)} />;
  const files = filesOf(parts);
  const label = files.every(({ kind }) => kind === 'image') ? 'Images' : 'Files';
  return (
    <div data-part={idsOf(parts)} className="not-first:mt-2">
      <ImageStrip files={files} label={label} />
    </div>
  );
}
