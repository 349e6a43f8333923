/** Everything that opens over the page: what opens it, and what is there then. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { chooseModel, fillChat, transcript } from './chat-page';
import { command } from './command';
import { gif } from './media-files';
import { givenPrompt } from './prompts-page';

export interface Opening {
  readonly name: string;
  /** What opens it and has the focus again after Escape. */
  readonly from: (page: Page) => Locator;
  /** Pressed on it. */
  readonly keys?: readonly string[];
  /** The entries of menus, and buttons of what opened, that lead on to it. */
  readonly through?: readonly string[];
  readonly shown: (page: Page) => Locator;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const menu = (page: Page) => page.getByRole('menu');
const grid = (page: Page) => page.getByRole('listbox', { name: 'Results' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' });
const ofReply = (page: Page) =>
  transcript(page).getByRole('article').last().getByRole('button', { name: 'More for this message' });

const gateways = (page: Page) => page.getByRole('combobox', { name: 'Gateway' });

const inFrame: readonly Opening[] = [
  { name: 'the palette', from: button('Search'), shown: dialog('Search') },
  { name: 'the profiles', from: button(/^Profile/), shown: menu },
  { name: 'spending', from: button(/^Spending/), shown: dialog('Spending') },
  { name: 'a job by its id', from: button('Open a job by its id…'), shown: dialog('Open a job by its id') },
  { name: 'jobs at the gateway', from: button('From the gateway…'), shown: dialog('Jobs at the gateway') },
];

const inChat: readonly Opening[] = [
  {
    name: 'the models',
    from: (page) => page.getByRole('combobox', { name: 'Model' }),
    keys: ['ArrowDown'],
    shown: dialog('Choose a model'),
  },
  { name: 'the map', from: button('Go to a message'), shown: dialog('Go to a message') },
  { name: 'the exports', from: button('Export chat'), shown: menu },
  { name: 'the images', from: button('Attach images'), shown: menu },
  { name: 'the prompts', from: button('Prompts'), shown: menu },
];

const inRunSettings: readonly Opening[] = [
  { name: 'the presets', from: button('Presets'), shown: dialog('Presets') },
  {
    name: 'the name of a preset',
    from: button('Presets'),
    through: ['Save as new preset…'],
    shown: dialog('Save as preset'),
  },
  { name: 'the code', from: button('View code'), shown: dialog('View code') },
];

const inMessages: readonly Opening[] = [
  { name: 'the menu of a chat', from: button('More'), shown: menu },
  { name: 'the menu of a reply', from: ofReply, shown: menu },
  {
    name: 'other models',
    from: ofReply,
    through: ['Regenerate with another model'],
    shown: dialog('Regenerate with another model'),
  },
  { name: 'the code of a reply', from: ofReply, through: ['View code'], shown: dialog('View code') },
];

const inReply: readonly Opening[] = [
  {
    name: 'a reply as a prompt',
    from: ofReply,
    through: ['Save as a prompt'],
    shown: dialog('Save as a prompt'),
  },
  { name: 'versions', from: ofReply, through: ['Compare versions'], shown: dialog('Compare versions') },
];

const inDraft: readonly Opening[] = [
  {
    name: 'an attached image',
    from: (page) => page.getByRole('list', { name: 'Attached images' }).getByRole('button').first(),
    shown: dialog('first.gif'),
  },
];

const inImages: readonly Opening[] = [
  {
    name: 'the menu of an image',
    from: (page) => results(page).getByRole('button', { name: 'More' }).first(),
    shown: menu,
  },
];

const inLibrary: readonly Opening[] = [
  { name: 'the viewer', from: grid, keys: ['Home', 'Enter'], shown: dialog('A boat') },
  { name: 'a new name', from: grid, keys: ['Home', 'F2'], shown: dialog('Rename file') },
];

const inSelection: readonly Opening[] = [
  { name: 'two files compared', from: button('Compare'), shown: dialog('Compare results') },
];

const inTrash: readonly Opening[] = [
  { name: 'the end of the trash', from: button('Empty trash'), shown: dialog('Empty the trash?') },
];

const inModels: readonly Opening[] = [
  { name: 'the plan of a check', from: button('Check model'), shown: dialog('Check model') },
  { name: 'the results of checks', from: button('Results of checks'), shown: dialog(/^Checks of /) },
];

const inSettings: readonly Opening[] = [
  { name: 'the shortcuts', from: button('Show and change the keys'), shown: dialog('Keyboard shortcuts') },
  { name: 'the licenses', from: button('Third-party licenses'), shown: dialog('Third-party licenses') },
  { name: 'the gateways', from: gateways, keys: ['ArrowDown'], shown: dialog('Choose a gateway') },
  { name: 'the end of a profile', from: button('Delete profile'), shown: dialog('Delete this profile?') },
  { name: 'a backup', from: button(/^Restore backup/), shown: dialog('Restore this backup?') },
];

const inData: readonly Opening[] = [
  { name: 'an archive', from: button('Import archive'), shown: dialog('Import archive') },
];

const inExperiment: readonly Opening[] = [
  {
    name: 'a cell',
    from: (page) => page.getByRole('grid', { name: 'Results' }),
    keys: ['Home', 'Enter'],
    shown: dialog('sun · sandbox/echo'),
  },
  { name: 'the exports of an experiment', from: button('Export'), shown: menu },
];

const inNewExperiment: readonly Opening[] = [
  {
    name: 'the settings of a variant',
    from: (page) => page.getByRole('group', { name: 'Variant 1' }).getByRole('button', { name: 'Settings' }),
    shown: dialog('Settings of variant 1'),
  },
];

interface Place {
  /** Opens the place, where nothing has its focus yet. */
  readonly reach: (page: Page) => Promise<unknown>;
  readonly openings: readonly Opening[];
}

const reachAddress = (hash: string) => (page: Page) => page.evaluate((to) => location.assign(to), hash);

/** A chat whose last reply has two versions. */
async function reachChat(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  await transcript(page).getByRole('button', { name: 'Regenerate' }).last().click();
  await expect(transcript(page)).toContainText('2 / 2');
  await expect(transcript(page).getByRole('article').last()).toHaveAttribute('aria-busy', 'false');
}

/** A draft with two images. */
async function reachDraft(page: Page): Promise<void> {
  await chooseModel(page, 'sandbox/vision');
  const image = { mimeType: 'image/gif', buffer: Buffer.from(gif) };
  const files = ['first.gif', 'second.gif'].map((name) => ({ name, ...image }));
  await page.getByLabel('Images', { exact: true }).setInputFiles(files);
  await expect(page.getByRole('button', { name: 'Remove second.gif' })).toBeVisible();
}

async function reachSelection(page: Page): Promise<void> {
  await reachAddress('#/library')(page);
  await grid(page).press('Home');
  await grid(page).press('Shift+End');
}

async function reachTrash(page: Page): Promise<void> {
  const [item] = (await command(page, 'library.page', firstFiles)).items;
  await command(page, 'media.remove', { ids: [item?.id ?? ''] });
  await reachAddress('#/library')(page);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  // There is nothing to empty before it is read.
  await page.getByRole('list', { name: 'Deleted files' }).waitFor();
}

/** A model that was checked. */
async function reachModels(page: Page): Promise<void> {
  const model = 'sandbox/echo';
  const id = randomUUID();
  const scope = { profileId: SANDBOX_PROFILE_ID, models: [model], probes: ['stream' as const] };
  await command(page, 'checks.start', { id, ...scope });
  await expect.poll(async () => (await command(page, 'checks.get', { id })).status).toBe('completed');
  await reachAddress('#/models')(page);
  const models = page.getByRole('grid', { name: 'Models' });
  await models.getByRole('row').filter({ hasText: model }).click();
}

/** Each file that is asked for from then on is an archive of everything. */
async function reachData(page: Page): Promise<void> {
  await reachAddress('#/settings')(page);
  await page.getByRole('button', { name: 'Export everything' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save archive' }).click();
  const archive = await readFile(await (await download).path());
  const file = { name: 'all.gatehouse', mimeType: 'application/zip', buffer: archive };
  page.on('filechooser', (chooser) => void chooser.setFiles(file));
}

/** An experiment of one call that has ended. */
async function reachExperiment(page: Page): Promise<void> {
  const id = randomUUID();
  const base = { modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo' } as const;
  const variants = [{ ...base, settings: {}, label: '', template: 'Say {{word}}', promptVersion: null }];
  const cases = [{ variables: { word: 'sun' } }];
  await command(page, 'experiments.create', { id, title: 'Words', variants, cases });
  await command(page, 'experiments.start', { id });
  const state = async () => (await command(page, 'experiments.get', { id })).state;
  await expect.poll(state).toBe('completed');
  await reachAddress(`#/lab/${id}`)(page);
}

async function reachSettings(page: Page): Promise<void> {
  await command(page, 'profiles.create', { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/api/v1' });
  await command(page, 'backups.create', {});
  await reachAddress('#/settings')(page);
  await page.getByRole('button', { name: 'Elsewhere' }).click();
}

export const places: Readonly<Record<string, Place>> = {
  'the frame': { reach: reachAddress('#/chat'), openings: inFrame },
  'a chat': { reach: reachChat, openings: inChat },
  'its run settings': { reach: reachChat, openings: inRunSettings },
  'its messages': { reach: reachChat, openings: inMessages },
  'its last reply': { reach: reachChat, openings: inReply },
  'a draft': { reach: reachDraft, openings: inDraft },
  'the images': { reach: reachAddress('#/image'), openings: inImages },
  'the library': { reach: reachAddress('#/library'), openings: inLibrary },
  'a selection': { reach: reachSelection, openings: inSelection },
  'the trash': { reach: reachTrash, openings: inTrash },
  'the models': { reach: reachModels, openings: inModels },
  'the data': { reach: reachData, openings: inData },
  'an experiment': { reach: reachExperiment, openings: inExperiment },
  'a new experiment': { reach: reachAddress('#/lab/new'), openings: inNewExperiment },
  'the settings': { reach: reachSettings, openings: inSettings },
};

const firstFiles = { cursor: null, limit: 9, filter: {} };

/** A chat, a prompt and two images for them to open on. */
export async function fillForOpenings(page: Page): Promise<void> {
  await fillChat(page, ['Hello', 'And then?']);
  await givenPrompt(page, 'Translate', 'Translate {{text}} into {{language=German}}');
  const parameters = { size: '512x512', count: 2 };
  const request = { modality: 'image', model: 'sandbox/aurora', extra: {}, parameters } as const;
  await command(page, 'jobs.create', { ...request, id: randomUUID(), prompt: 'A boat' });
  const files = async () => (await command(page, 'library.page', firstFiles)).items.length;
  await expect.poll(files).toBe(2);
}

/** With the keyboard. */
export async function open(
  page: Page,
  { from, keys = ['Enter'], through = [], shown }: Opening,
): Promise<void> {
  await from(page).focus();
  for (const key of keys) await page.keyboard.press(key);
  for (const name of through)
    await page
      .getByRole('menuitem', { name })
      .or(page.getByRole('dialog').getByRole('button', { name }))
      .press('Enter');
  await expect(shown(page)).toBeVisible();
}
