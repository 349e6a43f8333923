/** Runs a story: starts the app, runs all steps, then ends all faults and checks the result. */

import { toAppError } from '../../electron/gateway/parse/error';
import type { Notice } from '../../shared/contract';
import { finishedStatuses } from '../../shared/media/jobs';
import { sleep } from './drive';
import { acts } from './person/acts';
import { activate, ask, describe as describeAnswer, read } from './person/call';
import { fetchCutAgain } from './person/fetch-steps';
import { hearEvent, hearLine, rememberShown } from './person/hear';
import { goesOnForFree, jobsOfReplies, resumeJob } from './person/job-steps';
import { readActivity } from './person/other-steps';
import { createProfiles, saveKeys, usable } from './person/profile-steps';
import type { Step } from './person/step';

import { checkBatchSums } from './rules/batch-sums';
import { checkBranches } from './rules/branches';
import { checkBudgets } from './rules/budgets';
import { checkCachePoints } from './rules/cache';
import { checkChecks } from './rules/checks';
import { readDatabase, readTogether } from './rules/database';
import { checkDownloads } from './rules/downloads';
import { checkError } from './rules/errors';
import { checkForeseen } from './rules/foreseen';
import { checkHaltedBatches } from './rules/halted-batches';
import { checkHistory } from './rules/history';
import { checkHonesty } from './rules/honesty';
import { checkCutImports, checkImportedFiles, checkOwnFiles, checkUndoneImports } from './rules/imports';
import { checkInputs, checkKeptInputs } from './rules/inputs';
import { checkJudging, checkTakenOnce } from './rules/judging';
import { checkCopyBefore, checkKept } from './rules/kept';
import { checkChargesAreKnown, checkLedger, checkNoneBelowZero, checkOutside } from './rules/ledger';
import { checkLoops } from './rules/loops';
import { checkCharges, checkHandsOff, checkSent } from './rules/money';
import { checkRepaired } from './rules/repair';
import { checkReplies } from './rules/replies';
import { checkSavedOnce, noteCutReplies } from './rules/reply-results';
import { checkAttachments, checkLibrary, checkResults } from './rules/results';
import { checkPermissions, checkSecretsOnDisk, checkSecretsOnTheWay } from './rules/secrets';
import { checkUnits } from './rules/units';
import { checkUpdate } from './rules/update';
import { checkBounds, checkNothingWaits, checkPace, isJobUnderWay } from './rules/waits';
import { profileOf, type Run, violate } from './run-state';
import { startApp, tearUnsynced } from './world/app';
import { createRandom } from './world/random';
import { kill, tell } from './world/world';

/** How long the person waits for an answer before doing something else. */
const PATIENCE_MS = 20_000;

/** Silence, another try, and what waited for both. */
const LONGEST_ANSWER_MINUTES = 150;

/** One try of a refused download: the wait that its server asked for, and the request. */
const LONGEST_TRY_S = 20;

export async function tellStory(run: Run, steps: readonly Step[]): Promise<void> {
  run.world.onKilled = () => onDeath(run);
  await setUp(run);
  for (const step of steps) {
    await sleep(run, step.afterMs);
    await ensureApp(run);
    await Promise.race([perform(run, step), sleep(run, PATIENCE_MS)]);
    checkCharges(run);
    checkSent(run);
    checkInputs(run);
    checkHistory(run);
    checkCachePoints(run);
    if (run.violations.length > 0) return;
  }
  await sleep(run, 30_000);
  await settle(run);
}

function onDeath(run: Run): void {
  const { world } = run;
  const { database } = world.disk;
  rememberShown(run, database !== null && world.scheduler.now() - database.until < 10_000);
  if (world.isPowerCut) run.memory.powerCuts.add(world.lives);
  const torn = world.isPowerCut ? tearUnsynced(world) : 0;
  tell(world, `— the process is dead${world.isPowerCut ? `; ${torn} files or names are lost` : ''}`);
  world.isPowerCut = false;
  run.app = null;
}

/** Profiles with keys, and the balance of each account as the app first sees it. */
async function setUp(run: Run): Promise<void> {
  await ensureApp(run);
  await setUpProfile(run);
}

async function setUpProfile(run: Run): Promise<void> {
  await sleep(run, 1_000);
  await createProfiles(run);
  await saveKeys(run);
  for (const id of [run.dollarsId, run.profileId]) {
    if (id === null) continue;
    await activate(run, id);
    await sleep(run, 1_000);
  }
  if (run.startsInDollars) await activate(run, run.dollarsId ?? '');
}

async function perform(run: Run, step: Step): Promise<void> {
  const random = createRandom(step.seed);
  const at = run.world.story.length;
  run.world.story.push('');
  const line = step.name === 'close' ? await closeApp(run) : await acts[step.name]?.(run, random, step.id);
  run.world.story[at] =
    `${new Date(run.world.scheduler.now()).toISOString().slice(11, 23)} ${step.id} ${line}`;
}

const STEPS_TO_A_PAUSE = 100;

/** A step that closes the app may still wait for it as the next thing happens. */
const closings = new WeakMap<Run, Promise<string>>();

async function closeApp(run: Run): Promise<string> {
  const closing = closeNow(run);
  closings.set(run, closing);
  return await closing;
}

async function closeNow(run: Run): Promise<string> {
  const { app, world } = run;
  if (app === null) return 'finds the app gone already';
  const closed = await Promise.race([
    app.core.close().then(
      () => 'closed',
      (error) => `failed: ${String(error).replaceAll(world.folder, '')}`,
    ),
    app.life.died.then(() => 'died'),
    // A thread that is ended at once goes on to its next pause here, each step as slow as the disk.
    sleep(run, 60_000 + STEPS_TO_A_PAUSE * world.disk.slowMs).then(() => 'late'),
  ]);
  if (closed === 'late') violate(run, 'waits', 'The app did not close within a minute');
  if (app.life.isAlive) kill(world);
  return `closes the app: ${closed}`;
}

async function ensureApp(run: Run): Promise<void> {
  await startUntilItRuns(run);
  if (run.damage !== null) await recover(run);
}

/** What the app finds by itself in a while, and asks for a restart for, has been repaired by the one after it. */
async function recover(run: Run): Promise<void> {
  const told: Notice[] = [];
  const hearNotices = async () => told.push(...((await read(run, 'app.snapshot', {}))?.notices ?? []));
  await letItCheck(run, hearNotices);
  tell(run.world, await closeApp(run));
  await startUntilItRuns(run);
  await hearNotices();
  const said = new Set(told.map(({ title }) => title));
  tell(run.world, `the app says: ${[...said].join('; ') || 'nothing'}`);
  checkRepaired(run, told);
  noteCutReplies(run);
  checkKept(run);
  const profiles = (await read(run, 'app.snapshot', {}))?.profiles ?? [];
  const expected = [run.profileId, run.dollarsId].filter((id) => id !== null);
  if (expected.some((id) => profiles.every((profile) => profile.id !== id))) await setUpProfile(run);
}

/** The check takes place some seconds after a start; where the process dies before that, the next start makes it. */
async function letItCheck(run: Run, hearNotices: () => Promise<unknown>): Promise<void> {
  for (let isChecked = false; !isChecked; ) {
    await startUntilItRuns(run);
    const { app } = run;
    await hearNotices();
    await sleep(run, 10_000);
    isChecked = app !== null && run.app === app;
  }
}

/** The person tries again until it starts. */
async function startUntilItRuns(run: Run): Promise<void> {
  await closings.get(run);
  for (let tries = 1; run.app === null; tries += 1) {
    const hear = {
      event: (event: never) => hearEvent(run, event),
      line: (line: string) => hearLine(run, line),
    };
    try {
      run.app = await startApp(run.world, run.fetch, hear);
      tell(run.world, `— the app is started (${run.world.lives})`);
      readTogether(() => checkStart(run));
      // From here on the person may ask again, which empties a reply.
      run.memory.mustHave.clear();
      checkCharges(run);
    } catch (error) {
      tell(
        run.world,
        `— the app does not start: ${String(error).replaceAll(run.world.folder, '').slice(0, 100)}`,
      );
      if (!String(error).includes('killed')) checkError(run, 'The start', toAppError(error));
      if (tries > 40) throw new Error('The app never starts again', { cause: error });
      await sleep(run, 3_000);
    }
  }
}

function checkStart(run: Run): void {
  checkKept(run);
  noteCutReplies(run);
  checkUpdate(run);
  checkCutImports(run);
  checkOwnFiles(run);
}

/** Ends all faults of the world. */
function heal({ world, network, gateways }: Run): void {
  Object.assign(world.disk, {
    database: null,
    files: null,
    renames: null,
    heldFiles: 0,
    breaksIn: null,
    slowMs: 0,
  });
  Object.assign(world.keyring, { state: 'open', slowMs: 0 });
  network.downUntil = 0;
  world.diesAfterAnswer = null;
  world.isHealed = true;
  if (world.life !== null) world.life.diesAt = null;
  for (const gateway of gateways) {
    gateway.isPrompt = true;
    gateway.waiting.length = 0;
    gateway.comingTroubles.length = 0;
  }
}

async function settle(run: Run): Promise<void> {
  heal(run);
  tell(run.world, '— everything works again');
  await ensureApp(run);
  await saveKeys(run);
  run.memory.limit = null;
  await ask(run, 'settings.update', { patch: { budgets: {}, dollarBudgets: {} } });
  await outwaitAnswers(run);
  // Twice: a download that was under way may be given up only now, and is free as well.
  for (let round = 0; round < 2; round += 1) {
    await takeWhatIsFree(run);
    await outwaitDownloads(run);
  }
  await fetchCutAgain(run);
  checkNothingWaits(run);
  await endLongWaits(run);
  checkAll(run, false);
  await settleLedger(run);
  await outlastTries(run);
  checkAll(run, true);
  await startOnceMore(run);
}

/** What was asked for before is waited for, as the app does: an answer may take half an hour, and so may none. */
async function outwaitAnswers(run: Run): Promise<void> {
  await sleep(run, 400_000);
  const unfinished = `SELECT id FROM jobs WHERE status = 'submitting'
    UNION ALL SELECT id FROM messages WHERE status = 'streaming'
    UNION ALL SELECT id FROM checks WHERE status = 'running'
    UNION ALL SELECT id FROM check_calls WHERE status = 'sent'`;
  const isBusy = () =>
    run.gateways.some(({ working }) => working > 0) ||
    (readDatabase(run, ({ all }) => all(unfinished)) ?? []).length > 0;
  if (!isBusy()) return;
  for (let minutes = 0; minutes < LONGEST_ANSWER_MINUTES && isBusy(); minutes += 1) await sleep(run, 60_000);
  // What an answer began, such as a video, has its time too.
  await sleep(run, 400_000);
}

/** Downloads everything that the app says is free. */
async function takeWhatIsFree(run: Run): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const page = await read(run, 'jobs.page', { modality: null, cursor: null, limit: 200 });
    const all = [...(page?.jobs ?? []), ...jobsOfReplies(run)];
    const waiting = all.filter((job) => job.status === 'failed' && goesOnForFree(job));
    for (const job of waiting) tell(run.world, await resumeJob(run, job));
    if (waiting.length > 0) await sleep(run, 120_000);
  }
}

/** How long what comes behind a stalled download may take once that was given up: twenty minutes. */
const ROUNDS_BEHIND_DOWNLOADS = 10;

/**
 * A download that stalls is given up after some minutes, and a batch asks for three at a time; the other parts of a text,
 * and other rows, come behind it.
 */
async function outwaitDownloads(run: Run): Promise<void> {
  for (let round = 0; round < 120; round += 1) {
    if (!isSaving(run) && (round >= ROUNDS_BEHIND_DOWNLOADS || !isJobUnderWay(run))) return;
    await sleep(run, 120_000);
  }
}

/** A batch tries a refused download again and again, each try for some seconds: it is judged between two of them. */
async function outlastTries(run: Run): Promise<void> {
  for (let second = 0; second < LONGEST_TRY_S && isSaving(run); second += 1) await sleep(run, 1_000);
}

/** Also for a reply in a branch that is not shown, or was deleted: its results are paid for all the same. */
const isSaving = (run: Run): boolean =>
  (readDatabase(run, ({ all }) => all("SELECT id FROM jobs WHERE status = 'saving'")) ?? []).length > 0;

const RUNNING = `SELECT id FROM checks WHERE status = 'running'
  UNION ALL SELECT id FROM experiments WHERE state = 'running'`;

/** Whether a check or an experiment does. */
const isRunning = (run: Run): boolean => (readDatabase(run, ({ all }) => all(RUNNING)) ?? []).length > 0;

/** A job, batch or experiment may wait for a day where a gateway asks for it, and say so; a new start asks at once. */
async function endLongWaits(run: Run): Promise<void> {
  const page = await read(run, 'jobs.page', { modality: null, cursor: null, limit: 200 });
  const batches = await read(run, 'batches.page', { modality: null, cursor: null, limit: 200 });
  const isOver =
    page?.jobs.every(({ status }) => finishedStatuses.includes(status)) &&
    batches?.batches.every(({ status }) => status !== 'running') &&
    !isRunning(run);
  if (isOver) return;
  tell(run.world, await closeApp(run));
  await ensureApp(run);
  await sleep(run, 200_000);
  await takeWhatIsFree(run);
  await outwaitDownloads(run);
}

function checkAll(run: Run, isSettled: boolean): void {
  readTogether(() => checkEach(run, isSettled));
}

function checkEach(run: Run, isSettled: boolean): void {
  checkCharges(run);
  checkBudgets(run);
  checkJudging(run);
  checkTakenOnce(run);
  checkForeseen(run);
  checkHaltedBatches(run);
  checkSent(run);
  checkInputs(run);
  checkHistory(run);
  checkCachePoints(run);
  checkReplies(run);
  checkBranches(run);
  checkLoops(run);
  checkDownloads(run);
  checkKept(run);
  checkLibrary(run);
  checkAttachments(run);
  checkOwnFiles(run);
  checkResults(run);
  checkSavedOnce(run);
  checkLedger(run, isSettled);
  checkChargesAreKnown(run);
  checkOutside(run);
  checkNoneBelowZero(run);
  checkHonesty(run);
  checkCopyBefore(run);
  checkChecks(run);
  // The rest reads all that was sent and all files: once the last call has been made is enough.
  if (!isSettled) return;
  checkBatchSums(run);
  checkPace(run);
  checkBounds(run);
  checkSecretsOnTheWay(run);
  checkSecretsOnDisk(run);
  checkPermissions(run);
}

/** One more call for each profile, long after all others: its balance shows the cost of every earlier one. */
async function settleLedger(run: Run): Promise<void> {
  await sleep(run, 300_000);
  for (const gateway of usable(run)) {
    const { name } = gateway;
    await activate(run, profileOf(run, gateway) ?? '');
    await sleep(run, 5_000);
    const marker = `intent-last${name}`;
    run.intents.allow(marker, name);
    const input = { conversationId: null, messageId: createRandom(marker).uuid(), text: `Say ${marker}.` };
    const answer = await ask(run, 'chat.send', { ...input, model: 'sim/chat', settings: {} });
    tell(run.world, `asks ${name} once more: ${describeAnswer(answer)}`);
    if (answer.is !== 'ok')
      violate(run, 'waits', `A message can’t be sent though everything works: ${describeAnswer(answer)}`);
    await sleep(run, 60_000);
  }
}

/** After a start, nothing that costs credits is sent. */
async function startOnceMore(run: Run): Promise<void> {
  tell(run.world, await closeApp(run));
  const since = run.world.scheduler.now();
  run.isHandsOff = true;
  await ensureApp(run);
  await sleep(run, 120_000);
  checkHandsOff(run, since);
  await outlastTries(run);
  checkNothingWaits(run);
  checkAll(run, true);
  checkLibrary(run, true);
  checkUndoneImports(run);
  checkImportedFiles(run);
  await checkKeptInputs(run);
  await readActivity(run);
  await checkUnits(run);
}
