/** Settings of the app itself. Stored in the database; unknown fields of newer versions are kept. */
import { z } from 'zod';
import { defaultFileNameTemplate } from '../media/media';
import { largestScale, smallestScale } from '../media/result-view';
import { modelChoicesSchema } from '../models/model-choices-schema';
import { mostOf } from '../money/money';
import { byName, units } from '../money/money-units';
import { defaultNetwork } from '../profiles/defaults';
import { networkSchema } from '../profiles/network';
import { jobOriginSchema, resultHostSchema } from '../profiles/profiles';
import { defaultShortcuts } from './shortcuts';
import { shortcutsSchema } from './shortcuts-schema';
import { MAX_OWN_WORDS } from './spelling';

const columnsSchema = z.strictObject({
  historyOpen: z.boolean(),
  historyWidth: z.int().min(160).max(480),
  sideOpen: z.boolean(),
  sideWidth: z.int().min(240).max(560),
});
const viewSchema = z.strictObject({
  layout: z.enum(['stage', 'grid']).optional(),
  /** The minimum width of an image in the grid, in pixels. */
  scale: z.int().min(smallestScale).max(largestScale).optional(),
  /** `fit` shows whole images, `crop` fills a square. */
  fit: z.enum(['fit', 'crop']).optional(),
  group: z.enum(['none', 'day', 'run']).optional(),
});
/** For each profile; a gateway has one store of results, or a few. */
export const maxResultHosts = 50;
export const maxJobOrigins = 20;
const amount = z.number().min(0).max(1e9);

/** Limits on spending, as decimals of the profile's unit; a missing one does not apply. Days and months are in local time. */
const budgetSchema = z.strictObject({
  /** The meter turns amber. */
  softPerDay: amount.optional(),
  softPerMonth: amount.optional(),
  /** A request that could exceed it is not sent. */
  hardPerDay: amount.optional(),
  hardPerMonth: amount.optional(),
  /** A request that may cost more asks for confirmation first. */
  askAbove: amount.optional(),
});
export type Budget = z.infer<typeof budgetSchema>;

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Of the whole window, in percent; the desktop app only. */
  zoom: z.int().min(50).max(200),
  textSize: z.enum(['small', 'medium', 'large', 'largest']),
  /** The key that sends; Ctrl+Enter (Cmd+Enter) always does. */
  sendKey: z.enum(['enter', 'ctrl-enter']),
  /** How replies are read out to screen readers: not at all, whole when they end, or sentence by sentence. */
  readReplies: z.enum(['none', 'end', 'sentences']),
  /** Whether Generate clears the prompt of an image, a speech result or a video; by default it stays, to be varied. */
  clearPrompt: z.boolean(),
  /** `lowCredits`, `lowDollars`: the meter of a profile that counts in this unit turns amber below it. */
  ...byName('lowSetting', (unit) => z.number().min(0).max(mostOf(unit))),
  /** `budgets`, `dollarBudgets`: keyed by profile id. */
  ...byName('limitsSetting', () => z.record(z.string().max(100), budgetSchema)),
  /** Pinned, hidden and recent models; keyed by profile id. */
  models: z.record(z.string().max(100), modelChoicesSchema),
  /** Hosts of this computer or its network from which a gateway's results may be downloaded; keyed by profile id. */
  resultHosts: z.record(z.string().max(100), z.array(resultHostSchema).max(maxResultHosts)),
  /** Other addresses of a gateway that are asked about its jobs, with its key; keyed by profile id. Changed by `profiles.allowJobs`. */
  jobOrigins: z.record(z.string().max(100), z.array(jobOriginSchema).max(maxJobOrigins)),
  /** How requests leave this computer; changed by `network.save`, which also takes the secrets. */
  network: networkSchema,
  /** The same for single profiles, by their id, instead of what holds for all. */
  networks: z.record(z.string().max(100), networkSchema),
  /** Where results are saved; empty means the default folder. */
  mediaFolder: z.string().max(4_000),
  fileNameTemplate: z.string().trim().min(1).max(200),
  /** How long deleted results stay in the trash, in days; 0: until the app is started again. */
  trashDays: z.int().min(0).max(365),
  /** A system notification when a job ends while the window is not in front. */
  notifyWhenDone: z.boolean(),
  /** The progress of jobs, on the taskbar or the dock. */
  taskbarProgress: z.boolean(),
  /** An icon in the system's tray; closing the window then leaves the app running. */
  tray: z.boolean(),
  /** The language that spelling is checked in; empty for none. */
  spellLanguage: z.string().max(40),
  /** Words that are right all the same. */
  spellWords: z.array(z.string().min(1).max(200)).max(MAX_OWN_WORDS),
  /** A global key that opens quick ask, as Electron writes it; empty for none. */
  quickAskKey: z.string().max(60),
  /** A backup of the database on each day of use. */
  dailyBackup: z.boolean(),
  /** Whether the app checks for updates automatically; `ask` until the person chose. */
  updates: z.enum(['ask', 'off', 'on']),
  /** Keyed by tab id. */
  columns: z.record(z.string().max(40), columnsSchema),
  /** How results are laid out; keyed by tab id. What is left out is the tab's default. */
  views: z.record(z.string().max(40), viewSchema),
  /** Model and voice, with a blank between them. */
  favoriteVoices: z.array(z.string().min(3).max(400)).max(1_000),
  /** Which keys do what. */
  shortcuts: shortcutsSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  theme: 'system',
  zoom: 100,
  textSize: 'medium',
  sendKey: 'enter',
  readReplies: 'none',
  clearPrompt: false,
  ...byName('lowSetting', (unit) => units[unit].lowAtFirst),
  ...byName('limitsSetting', () => ({})),
  models: {},
  resultHosts: {},
  jobOrigins: {},
  network: defaultNetwork,
  networks: {},
  mediaFolder: '',
  fileNameTemplate: defaultFileNameTemplate,
  trashDays: 30,
  notifyWhenDone: true,
  taskbarProgress: true,
  tray: false,
  spellLanguage: '',
  spellWords: [],
  quickAskKey: '',
  dailyBackup: true,
  updates: 'ask',
  columns: {},
  views: {},
  favoriteVoices: [],
  shortcuts: defaultShortcuts,
};
