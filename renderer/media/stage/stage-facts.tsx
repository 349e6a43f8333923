import { RotateCw, SlidersHorizontal, SplitSquareHorizontal, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { EDITED_HERE } from '../../../shared/media/edits';
import type { MediaItem } from '../../../shared/media/media';
import { modelText } from '../../../shared/modalities/modalities';
import { sentText } from '../../../shared/run/image-fit';
import { inputSlots } from '../../../shared/run/inputs';
import { cutText } from '../../../shared/text/cut-text';
import { focusSoon } from '../../lib/focus';
import { formatCost, formatDuration, formatMinute } from '../../lib/format';
import { promptTitle } from '../../lib/prompt-title';
import { CostBeside, CostedIconButton } from '../../parts/credits/cost-beside';
import { useJob } from '../../state/core/selectors';
import { toggleBeforeAfter, useBeforeAfter } from '../../state/ui/before-after-state';
import { ActionButton } from '../../ui/action-button';
import { classes } from '../../ui/classes';
import { takeOver } from '../job-actions';
import { parametersText } from '../jobs/job-text';
import { MediaButtons } from '../media-buttons';
import { settingsOf, sizeText } from '../media-facts';
import { generateAgain, MediaMenu, useIsRepeatable } from '../media-menu';
import { MenuItem } from '../menu-item';
import { star } from '../star';
import type { FactsPlace, Size } from './arrangement';
import { useImageBefore } from './before/use-image-before';
import type { RunPlace } from './entry';
import { PromptText } from './prompt-text';

interface StageFactsProps {
  item: MediaItem;
  run: RunPlace | null;
  place: FactsPlace;
  /** Size of the image and its details together. */
  room: Size;
  onOpen: () => void;
}

/** From this width on, the actions below an image have labels. */
const wideRoomPx = 1_150;
/** Below this height, the actions beside an image are icons, so that all of them are visible. */
const shortRoomPx = 430;

/** What made the result on the stage, and what can be done with it. */
export function StageFacts(props: StageFactsProps) {
  return props.place === 'beside' ? <Beside {...props} /> : <Below {...props} />;
}

function Beside({ item, run, room, onOpen }: StageFactsProps) {
  const isShort = room.height < shortRoomPx;
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto py-1 pl-5">
      <PromptText key={item.id} text={promptTitle(item.origin.prompt)} />
      <SizeAndCost item={item} />
      <div
        className={
          isShort ? '-ml-1.5 flex flex-wrap items-center' : '-ml-2 flex flex-none flex-col items-stretch'
        }
      >
        <Actions item={item} onOpen={onOpen} inWords={!isShort} />
      </div>
      <dl className="grid gap-2 text-sm">
        <Facts item={item} run={run} />
      </dl>
    </div>
  );
}

function Below({ item, run, room, onOpen }: StageFactsProps) {
  const took = useTook(item);
  const settings = parametersText({ ...item.origin, parameters: settingsOf(item.origin) });
  const rest = [runText(run), modelText(item.origin.model), settings, took].filter((text) => text !== '');
  return (
    <div className="flex min-w-0 flex-col justify-end">
      <p className="truncate font-medium" title={cutText(promptTitle(item.origin.prompt), 2_000)}>
        {cutText(promptTitle(item.origin.prompt), 500)}
      </p>
      <div className="flex min-h-8 items-center gap-0.5">
        <div className="flex min-w-0 flex-1 gap-1 text-muted text-sm" title={rest.join(' · ')}>
          <SizeAndCost item={item} />
          <p className="min-w-0 truncate">· {rest.join(' · ')}</p>
        </div>
        <Actions item={item} onOpen={onOpen} inWords={room.width >= wideRoomPx} />
      </div>
    </div>
  );
}

function SizeAndCost({ item }: { item: MediaItem }) {
  return (
    <p className="flex-none text-muted text-sm">
      {sizeText(item)}
      <span className="whitespace-pre"> · </span>
      <span className="text-credit">{formatCost(item.origin.cost)}</span>
    </p>
  );
}

function Facts({ item, run }: { item: MediaItem; run: RunPlace | null }) {
  const { origin } = item;
  const took = useTook(item);
  return (
    <>
      <Fact name="Model">{modelText(origin.model)}</Fact>
      <Fact name="Settings">{parametersText({ ...origin, parameters: settingsOf(origin) })}</Fact>
      {origin.revisedPrompt != null && (
        <Fact name="Revised">
          <PromptText key={item.id} text={origin.revisedPrompt} />
        </Fact>
      )}
      <Fact name="Inputs">{useSentInputs(item)}</Fact>
      <Fact name="Result">{runText(run)}</Fact>
      <Fact name="Time">{took}</Fact>
      <Fact name="Created">{formatMinute(origin.createdAt)}</Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === '') return null;
  return (
    <div className="flex gap-3">
      <dt className="w-16 flex-none text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 select-text wrap-anywhere">{children}</dd>
    </div>
  );
}

const runText = (run: RunPlace | null) => (run === null ? '' : `${run.place} of ${run.count}`);

/** From the request to the saved file; empty where its job is not in this window. */
function useTook({ origin }: MediaItem): string {
  const job = useJob(origin.jobId);
  return job?.finishedAt == null ? '' : formatDuration(job.finishedAt - job.createdAt);
}

/** What was sent otherwise than it was given; empty where its job is not in this window. */
function useSentInputs({ origin }: MediaItem): string {
  const inputs = useJob(origin.jobId)?.inputs ?? [];
  const words = inputs.flatMap(({ role, file, sent }) =>
    file === null || sent === undefined ? [] : [`${inputSlots[role].label}: ${sentText(file, sent)}`],
  );
  return words.join('. ');
}

interface ActionsProps {
  item: MediaItem;
  inWords: boolean;
  onOpen: () => void;
}

function Actions({ item, inWords, onOpen }: ActionsProps) {
  const isRepeatable = useIsRepeatable(item);
  const use = () => {
    takeOver(item.origin, 'all');
    focusSoon('composer');
  };
  return (
    <>
      {!item.isMissing && <MediaButtons item={item} inWords={inWords} />}
      <BeforeAfterButton item={item} inWords={inWords} />
      {item.origin.model !== EDITED_HERE && (
        <ActionButton icon={SlidersHorizontal} label="Use all settings" inWords={inWords} onClick={use} />
      )}
      {isRepeatable && <RunAgain jobId={item.origin.jobId} inWords={inWords} />}
      <div className={classes('flex flex-none items-center', inWords && 'gap-0.5')}>
        <ActionButton
          icon={Star}
          label={item.isStarred ? 'Remove star' : 'Star'}
          inWords={inWords}
          aria-pressed={item.isStarred}
          onClick={() => void star(item)}
        />
        <MediaMenu item={item}>{!item.isMissing && <MenuItem onSelect={onOpen}>Details</MenuItem>}</MediaMenu>
      </div>
    </>
  );
}

/** A new charge: its price is beside it, or in the tooltip of an icon. */
function RunAgain({ jobId, inWords }: { jobId: string; inWords: boolean }) {
  const intent = { kind: 'retryJob' as const, id: jobId };
  const action = { icon: RotateCw, label: 'Run again', onClick: () => void generateAgain(jobId) };
  if (!inWords) return <CostedIconButton intent={intent} {...action} />;
  return (
    <div className="flex items-center gap-1">
      <ActionButton {...action} inWords />
      <CostBeside intent={intent} />
    </div>
  );
}

/** For a result that was edited from an image. */
function BeforeAfterButton({ item, inWords }: Pick<ActionsProps, 'item' | 'inWords'>) {
  const isCompared = useBeforeAfter(({ mediaId }) => mediaId === item.id);
  if (useImageBefore(item) === null || item.isMissing) return null;
  return (
    <ActionButton
      icon={SplitSquareHorizontal}
      label="Before and after"
      inWords={inWords}
      aria-pressed={isCompared}
      onClick={() => toggleBeforeAfter(item.id)}
    />
  );
}
