/** Manipulations of an archive. */
import { join } from 'node:path';
import type { JsonRow } from '../../support/archives';
import type { Run } from '../run-state';
import { homeOf, mediaOf } from '../world/app';
import { addRow, type Parts, rowsOf } from './parts';
import { addBatch, addChat, addImage, addJob, addMedia, type Making } from './rows';

interface Hostile {
  /** `refused`: no archive of the app's own is like this, so nothing of it may come in. */
  readonly mustBe: 'taken' | 'refused' | 'either';
  readonly change: (parts: Parts, making: Making, run: Run) => void;
}

const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const namesOfColumns = [
  'is_admin',
  'rowid',
  'title", "draft',
  "id\") VALUES ('smuggled'); DELETE FROM conversations; --",
  'title" = (SELECT value FROM settings) --',
];

const wrongValues: readonly (readonly [table: string, wrong: JsonRow])[] = [
  ['conversations', { created_at: 'yesterday' }],
  ['conversations', { settings: NESTED.slice(0, 100) }],
  ['conversations', { id: '../../evil' }],
  ['messages', { role: 'wizard' }],
  ['messages', { text: 7 }],
  ['messages', { status: 'sent' }],
  ['jobs', { status: 'paid' }],
  ['jobs', { parameters: '{"count":[1]}' }],
  ['media', { bytes: -1 }],
  ['media', { kind: 'program' }],
];

const wrongProfiles: readonly JsonRow[] = [
  { base_url: 'http://[' },
  { base_url: 'gateway' },
  { base_url: 'javascript:alert(1)' },
  { base_url: '' },
];

const states = ['waiting', 'submitting', 'queued', 'running', 'saving'];

function changeOne({ random }: Making, rows: JsonRow[], change: JsonRow): void {
  Object.assign(random.pick(rows), change);
}

/** Rows that claim to be running, for the person's own account and the embedded gateway's. */
function addUnderWay(parts: Parts, making: Making): void {
  const { random, marker } = making;
  addChat(parts, making, 'streaming');
  for (const { id } of rowsOf(parts, 'conversations'))
    addRow(parts, 'queued_messages', {
      ...{ seq: random.int(1, 1e9), id: random.uuid(), conversation_id: id, model: 'sim/chat' },
      ...{ text: `And then ${marker}-q1, please.`, settings: '{}', profile_id: making.profileId },
    });
  for (const profileId of [making.profileId, 'sandbox']) {
    addBatch(parts, { ...making, profileId });
    addJob(parts, { ...making, profileId }, { status: random.pick(states), finished_at: null });
  }
}

/** Media that claim to be files of the person's own. */
function addClaims(parts: Parts, making: Making, { world }: Run): void {
  const images = join(mediaOf(world), 'images');
  const claims = [
    ...[...world.ownFiles.keys()].map((path) => ({
      folder: images,
      file_name: path.split('/').at(-1) ?? '',
    })),
    { folder: mediaOf(world), file_name: '../home/gatehouse.db' },
    { folder: homeOf(world), file_name: 'gatehouse.db' },
    { folder: '/', file_name: [...world.ownFiles.keys()][0] ?? '' },
  ];
  for (const claim of claims)
    addMedia(parts, making, addJob(parts, making), { ...claim, is_missing: 0, has_thumbnail: 1 });
}

function addAmounts(parts: Parts, { random, now, profileId }: Making): void {
  for (const used of [Number.MAX_SAFE_INTEGER, random.pick([-5e12, 1e308, 4e15]), 1_000_000_001_000_000])
    addRow(parts, 'ledger', {
      ...{ id: random.int(1, 1e9), at: now, profile_id: random.pick([`of-${now}`, `${profileId}-other`]) },
      ...{ operation: 'chat.completions.create', model: 'sim/chat', used, outcome: 'answered' },
    });
}

export const hostile = {
  /** As another computer made it. */
  plain: { mustBe: 'taken', change: () => undefined },
  'strange-columns': {
    mustBe: 'refused',
    change: (parts, making) => {
      const table = making.random.pick(['conversations', 'messages', 'jobs', 'media']);
      changeOne(making, rowsOf(parts, table), { [making.random.pick(namesOfColumns)]: 1 });
    },
  },
  'wrong-values': {
    mustBe: 'refused',
    change: (parts, making) => {
      const [table, wrong] = making.random.pick(wrongValues);
      changeOne(making, rowsOf(parts, table), wrong);
    },
  },
  'wrong-profile': {
    mustBe: 'refused',
    change: (parts, { random }) =>
      addRow(parts, 'profiles', {
        ...{ seq: random.int(1, 1e9), id: random.uuid(), name: 'Work', key_stored: 1 },
        ...random.pick(wrongProfiles),
      }),
  },
  deep: {
    mustBe: 'refused',
    change: (parts, making) => {
      const { random } = making;
      const error = `{"code":"failed","message":"It failed.","details":${NESTED}}`;
      const deep = random.weighted({ line: 1, message: 2, job: 1 });
      if (deep === 'line') parts.lines.set('ledger', [`{"id":${NESTED}}`]);
      else if (deep === 'message') changeOne(making, rowsOf(parts, 'messages'), { tool_calls: NESTED });
      else changeOne(making, rowsOf(parts, 'jobs'), { error });
    },
  },
  'loose-ends': {
    mustBe: 'refused',
    change: (parts, { random, now }) => {
      const nowhere = random.uuid();
      const part = {
        job_id: nowhere,
        position: 0,
        start: 0,
        end: 1,
        status: 'completed',
        idempotency_key: 'k',
      };
      const text = {
        conversation_id: nowhere,
        role: 'user',
        status: 'complete',
        created_at: now,
      };
      if (random.chance(0.5)) addRow(parts, 'job_parts', part);
      else addRow(parts, 'messages', { seq: 1, id: random.uuid(), ...text });
    },
  },
  'greedy-parts': {
    mustBe: 'refused',
    change: (parts, { random }) => {
      const [part = {}] = rowsOf(parts, 'job_parts').slice(-1);
      addRow(parts, 'job_parts', { ...part, position: 1, idempotency_key: random.uuid() });
    },
  },
  'huge-amounts': { mustBe: 'either', change: addAmounts },
  'under-way': { mustBe: 'taken', change: addUnderWay },
  'own-files': { mustBe: 'taken', change: addClaims },
  'own-names': {
    mustBe: 'taken',
    change: (parts, making, { world }) => {
      for (const path of world.ownFiles.keys()) addImage(parts, making, path.split('/').at(-1) ?? '');
    },
  },
  twice: {
    mustBe: 'either',
    change: (parts) => {
      for (const table of ['conversations', 'messages', 'jobs'])
        for (const row of rowsOf(parts, table).slice(0, 2)) addRow(parts, table, { ...row, created_at: 7 });
    },
  },
} as const satisfies Readonly<Record<string, Hostile>>;

export type HostileKind = keyof typeof hostile;

/**
 * The same rows as here, which say something else: what is here stays as it is.
 * @param isHere of a message; one that is gone comes back with the words of the archive
 */
export function contradict(parts: Parts, isHere: (messageId: string) => boolean): void {
  const here = rowsOf(parts, 'messages').flatMap(({ id, seq }) => (isHere(String(id)) ? [seq] : []));
  for (const row of rowsOf(parts, 'message_parts'))
    if (here.includes(row.message_seq)) row.content = `Not ${String(row.content)}`;
  for (const row of rowsOf(parts, 'conversations')) row.draft = 'Another draft';
  for (const row of rowsOf(parts, 'jobs')) row.prompt = 'Another prompt';
}
