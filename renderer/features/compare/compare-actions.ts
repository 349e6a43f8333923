/** The user's commands for comparisons; answers change only the UI state. */
import type { AppErrorData } from '../../../shared/errors';
import { compareColumns } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { emptySetup, type Setup } from '../../../shared/run/setup';
import { call } from '../../link/call';
import { takeOver } from '../../media/job-actions';
import { stop } from '../../parts/chat/chat-actions';
import { comparedModels } from '../../parts/comparisons/start-of-comparison';
import { announce, announceAnswer } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { read } from '../../state/core/read';
import { attemptAfter, attemptAt } from '../../state/idempotent-ask';
import { createPresses } from '../../state/one-press';
import type { ColumnDraft, CompareDraft } from '../../state/ui/compare-draft';
import {
  type ColumnView,
  compareDraft,
  compareKey,
  compareView,
  dropCompareDraft,
  isNewKey,
  setCompareDraft,
} from '../../state/ui/compares';
import { configure } from '../../state/ui/config-actions';
import { openConversation } from '../../state/ui/navigation';
import { afterSending, withPrompts } from '../../state/ui/next-compare-draft';
import { addressOfComparison } from '../../state/ui/route';
import { spend } from '../../state/ui/spending-question';
import { useUiState } from '../../state/ui/ui-state';
import { offerUndo } from '../../state/undo';
import { inputsOfLastRound } from './last-inputs';
import { type PlannedRound, plannedRound, withIds } from './planned-round';

// ---- What is chosen ----

export function setPrompt(key: string, columnId: string, prompt: string): void {
  setCompareDraft(key, { prompts: { ...compareDraft(key).prompts, [columnId]: prompt }, error: undefined });
}

export function setColumn(key: string, columnId: string, change: ColumnDraft): void {
  const { id, columns } = compareDraft(key);
  setCompareDraft(key, { columns: { ...columns, [columnId]: { ...columns[columnId], ...change } } });
  const known = useCoreState.getState().comparisons[id]?.columns.find((column) => column.id === columnId);
  const chat = known?.conversationId ?? null;
  if (chat === null) return;
  // Commands in the column's own chat, such as regenerate, use the column's settings.
  if (change.model !== undefined) configure(chat, { model: change.model });
  if (change.settings?.modality === 'chat') configure(chat, { settings: change.settings.settings });
}

/** Sets one column's settings, or those of all where they are linked. */
export function setSettings(key: string, modality: ModalityId, columnId: string, settings: Setup): void {
  const { isTied, columns } = compareView(key, modality);
  for (const { id } of columns) if (isTied || id === columnId) setColumn(key, id, { settings });
}

/** When linked, all columns get the settings of the first. */
export function setTied(key: string, modality: ModalityId, isTied: boolean): void {
  const { columns } = compareView(key, modality);
  setCompareDraft(key, { isTied });
  const [first] = columns;
  if (isTied && first !== undefined) setSettings(key, modality, first.id, first.setup);
}

export function addColumn(key: string, modality: ModalityId): void {
  const { columns, isTied } = compareView(key, modality);
  if (columns.length >= compareColumns.most) return;
  const id = crypto.randomUUID();
  const model = comparedModels(
    modality,
    columns.flatMap((column) => column.model ?? []),
  )[0];
  const settings = (isTied ? columns[0]?.setup : undefined) ?? emptySetup(modality);
  setCompareDraft(key, { added: [...compareDraft(key).added, id] });
  setColumn(key, id, { model, settings });
}

/** An unused column is removed at once; a used one can be restored. */
export async function takeOutColumn(key: string, column: ColumnView): Promise<void> {
  const draft = compareDraft(key);
  if (!column.isKnown) {
    const { [column.id]: _own, ...columns } = draft.columns;
    setCompareDraft(key, { columns, added: draft.added.filter((id) => id !== column.id) });
    return;
  }
  const set = (isOut: boolean) => call('compare.takeOut', { id: draft.id, columnId: column.id, isOut });
  const answer = await set(true);
  if (answer.ok) offerUndo({ text: 'Column removed', undo: () => set(false) });
  announceAnswer(answer, 'Column removed');
}

// ---- Sending ----

const presses = createPresses();

/**
 * Sends to all columns. A typed message is cleared once the core has stored it, and stays where it was refused; a prompt
 * stays in any case, unless the settings say otherwise.
 */
export async function sendRound(key: string, modality: ModalityId): Promise<boolean> {
  const sent = compareDraft(key);
  const { round, isWhole } = plannedRound(key, modality);
  const { id, columns } = round;
  if (sent.sending || !isWhole || presses.isRepeated(id, columns)) return false;
  const input = withIds(round, beginAttempt(key, round));
  const answer = await spend((isConfirmed) => call('compare.send', { ...input, isConfirmed }));
  setCompareDraft(key, { sending: false });
  if (answer?.ok === true) {
    presses.accepted(id, columns);
    accepted(key, modality, sent);
  } else if (answer !== null) {
    const { attempt } = compareDraft(key);
    setCompareDraft(key, { error: answer.error, attempt: attemptAfter(attempt, answer) });
  }
  return answer?.ok === true;
}

function beginAttempt(key: string, round: PlannedRound) {
  const attempt = attemptAt(compareDraft(key).attempt, round, () => ({
    roundId: crypto.randomUUID(),
    callIds: round.columns.map(() => crypto.randomUUID()),
  }));
  setCompareDraft(key, { attempt, sending: true, error: undefined });
  return attempt;
}

/** A new comparison becomes the visible one. */
function accepted(key: string, modality: ModalityId, sent: CompareDraft): void {
  const { clearPrompt = false } = useCoreState.getState().app?.settings ?? {};
  const draft = compareDraft(key);
  const rest = modality === 'chat' || clearPrompt ? afterSending(draft, sent) : withPrompts(draft);
  const { tab, compareId } = useUiState.getState().route;
  const isOnShow = tab === modality && compareId !== null && compareKey(modality, compareId) === key;
  if (isNewKey(key)) dropCompareDraft(key);
  setCompareDraft(rest.id, rest);
  useUiState.setState(({ turns }) => ({ turns: turns + 1 }));
  if (isOnShow && isNewKey(key)) location.replace(addressOfComparison(modality, rest.id));
}

/** Stops one column, or all: replies keep what has arrived, jobs are no longer waited for. */
export async function stopColumns(columns: readonly ColumnView[]): Promise<void> {
  const { jobs } = useCoreState.getState();
  const stops = columns.map(({ conversationId, runs }) => {
    if (conversationId !== null) return stop(conversationId);
    const id = runs.at(-1)?.jobId;
    return id === undefined || jobs[id]?.finishedAt != null ? null : call('jobs.cancel', { id });
  });
  await Promise.all(stops);
}

// ---- Picking ----

/** Picks the winning column, or none. */
export async function pickColumn(comparisonId: string, columnId: string | null): Promise<boolean> {
  return announceAnswer(await call('compare.pick', { id: comparisonId, columnId }));
}

/** Picks a chat and continues it as an ordinary one. */
export async function goOnWith(comparisonId: string, { id, conversationId }: ColumnView): Promise<void> {
  if (conversationId === null || !(await pickColumn(comparisonId, id))) return;
  await untilOnItsOwn(conversationId);
  announce('Picked: now an ordinary chat');
  openConversation(conversationId);
}

const longestMs = 3_000;

/** The event may arrive after the answer: until then the chat would be looked up in its column. */
function untilOnItsOwn(conversationId: string): Promise<void> {
  const isFree = () => useCoreState.getState().conversations[conversationId]?.owner == null;
  return new Promise((resolve) => {
    if (isFree()) return resolve();
    const end = () => {
      clearTimeout(timer);
      unfollow();
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    const unfollow = useCoreState.subscribe(() => isFree() && end());
  });
}

/** Picks a result: it is starred, and the tab's form takes over its settings. */
export async function useWinner(comparisonId: string, { id }: ColumnView, jobId: string): Promise<void> {
  const job = useCoreState.getState().jobs[jobId];
  if (job === undefined || !(await pickColumn(comparisonId, id))) return;
  takeOver(job, 'all');
  for (const item of job.media) await call('media.star', { id: item.id, isStarred: true });
  announce(`Picked ${job.model}. Its settings are in the form, and its result is starred`);
}

// ---- Loading ----

/** Without a draft here, as in another window, the next round is made from what the last one was made from. */
function takeInputsOfLast(id: string): void {
  if (useUiState.getState().compares[id] !== undefined) return;
  const { comparisons, jobs } = useCoreState.getState();
  const inputs = inputsOfLastRound(comparisons[id], jobs);
  if (inputs !== undefined) setCompareDraft(id, { inputs });
}

const underWay = new Set<string>();

/** Loads a comparison with the contents of its columns. */
export async function loadComparison(id: string): Promise<AppErrorData | null> {
  if (underWay.has(id)) return null;
  underWay.add(id);
  const answer = await read('compare.get', { id }, (found) => ({ type: 'comparison.opened', ...found }));
  underWay.delete(id);
  if (answer.ok) takeInputsOfLast(id);
  return answer.ok ? null : answer.error;
}
