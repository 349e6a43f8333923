/** The app in the browser of the tests, or in Electron, with what the suites do in its page. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright/test';
import config from '../../playwright.config';
import type { Conversation, Message, MessagePage } from '../../shared/chat/chat';
import { launchDesktop, launchWeb, openApp } from '../support/app';
import { command } from '../support/command';

export interface AppPage {
  readonly page: Page;
  readonly devTools: CDPSession;
  stop(): Promise<void>;
}

export type Host = 'web' | 'desktop';

const web = config.projects?.find(({ name }) => name === 'web')?.use?.launchOptions;

/** The browser of the tests, with their flags but those that make its code slower. */
const launchOptions = { ...web, args: web?.args?.filter((flag) => !flag.startsWith('--js-flags')) ?? [] };

export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions);

/** The same with its process id, so that the process can be measured; it ends with the work. */
export async function withBrowser<Result>(
  work: (browser: Browser, processId: number) => Promise<Result>,
): Promise<Result> {
  const server = await chromium.launchServer(launchOptions);
  try {
    return await work(await chromium.connect(server.wsEndpoint()), server.process().pid ?? 0);
  } finally {
    await server.close();
  }
}

export const viewport = { width: 1440, height: 900 };

/** Ids of the processes that draw a browser's pages. */
export async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** The app on a data folder, past its first screen. */
export async function openAppPage(host: Host, home: string): Promise<AppPage> {
  const opened = host === 'web' ? await openInBrowser(home) : await openOnDesktop(home);
  await opened.page.getByRole('textbox', { name: 'Message' }).waitFor();
  // Modules that load after the first screen must not be part of a measurement.
  await sleep(1_500);
  return { ...opened, devTools: await opened.page.context().newCDPSession(opened.page) };
}

async function openInBrowser(home: string) {
  const host = await launchWeb({ home });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport });
  await openApp(page, host.url);
  return {
    page,
    async stop() {
      await browser.close();
      await host.stop();
    },
  };
}

async function openOnDesktop(home: string) {
  const desktop = await launchDesktop({ home });
  return { page: desktop.window, stop: desktop.stop };
}

/** Shows a conversation and waits until its last word is on the page. */
export async function showChat(page: Page, chat: { id: string; lastWord: string }): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/chat/${id}`;
  }, chat.id);
  await page.getByRole('log').getByText(chat.lastWord).waitFor();
  await sleep(500);
}

/** Waits until nothing is being written in a conversation; answers its last message. */
export async function waitForEnd(page: Page, conversationId: string): Promise<Message> {
  for (;;) {
    const conversation: Conversation = await command(page, 'conversations.get', { id: conversationId });
    if (conversation.streamingMessageIds.length === 0) break;
    await sleep(500);
  }
  const last: MessagePage = await command(page, 'messages.page', {
    conversationId,
    beforeId: null,
    limit: 1,
  });
  const message = last.messages.at(-1);
  if (message === undefined) throw new Error('The conversation is empty');
  return message;
}

/** Writes into the composer and sends; returns once the core has taken it. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(text);
  await composer.press('Enter');
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.value === '',
  );
}

/** Makes a profile of a gateway and uses it from now on. */
export async function chooseGateway(
  page: Page,
  { baseUrl, key = 'key-of-the-benchmark' }: { readonly baseUrl: string; readonly key?: string },
): Promise<void> {
  const { id } = await command(page, 'profiles.create', { name: 'Measured', baseUrl });
  await command(page, 'profiles.saveKey', { id, key, keep: 'session' });
  await command(page, 'profiles.activate', { id });
}
