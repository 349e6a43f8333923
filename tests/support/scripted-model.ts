/** A gateway with one model whose replies are scripted, with any fields. */
import { expect, type Locator, type Page } from 'playwright/test';
import { chooseModel, composer, replies, sendButton } from './chat-page';
import { type cut, type HostileServer, json, type Script, startHostileServer, wait } from './hostile-server';
import { addProfile } from './settings-page';

export const scriptedModel = 'scripted/model';

type Delta = Readonly<Record<string, unknown>>;
type Step =
  | { readonly delta: Delta }
  | { readonly waitMs: number }
  | { readonly until: Promise<unknown> }
  | typeof cut
  | { readonly finish: string };

export interface ScriptedModel {
  readonly server: HostileServer;
  /** The reply to the next request. */
  say(...steps: readonly Step[]): void;
  /** The response to the next request, byte for byte. */
  answer(script: Script): void;
  close(): Promise<void>;
}

const meta = { gatehouse: { credits_used: 0.5, credits_remaining: 99.5 } };

/** Starts it, and makes it the active profile of an open app. */
export async function activateScriptedModel(page: Page, record: object = {}): Promise<ScriptedModel> {
  const server = await startHostileServer();
  const replies: Script[] = [];
  const answer = ({ url }: { url: string }): Script => {
    if (url.endsWith('/models'))
      return json({ object: 'list', data: [{ id: scriptedModel, ...record }], ...meta });
    return replies.shift() ?? { status: 599 };
  };
  for (let request = 0; request < 500; request += 1) server.script(answer);
  await addProfile(page, { name: 'Scripted', baseUrl: server.baseUrl, key: 'sk-scripted' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  return {
    server,
    say: (...steps) => void replies.push(streamed(steps)),
    answer: (script) => void replies.push(script),
    close: () => server.close(),
  };
}

/** Sends exactly this reply, streamed in pieces; returns it once it has ended. */
export async function hearFrom(model: ScriptedModel, page: Page, text: string): Promise<Locator> {
  const pieces = text.match(/[\s\S]{1,20000}/g) ?? [];
  model.say(...pieces.map((content) => ({ delta: { content } })), { finish: 'stop' });
  await chooseModel(page, scriptedModel);
  await composer(page).fill('Go');
  await sendButton(page).click();
  const reply = replies(page, scriptedModel).last();
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await expect(reply.locator('.markdown')).toBeVisible();
  return reply;
}

/** The same from a model that exists for this text only. */
export async function hearExactly(page: Page, text: string): Promise<Locator> {
  const model = await activateScriptedModel(page);
  try {
    return await hearFrom(model, page, text);
  } finally {
    await model.close();
  }
}

function streamed(steps: readonly Step[]): Script {
  const chunk = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const body = steps.map((step) => {
    if ('waitMs' in step) return wait(step.waitMs);
    if ('until' in step || 'step' in step) return step;
    if ('finish' in step) return chunk({ delta: {}, finish_reason: step.finish });
    return chunk({ delta: step.delta });
  });
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const end = `data: ${JSON.stringify({ id: 'c', choices: [], usage, ...meta })}\n\ndata: [DONE]\n\n`;
  return { headers: { 'content-type': 'text/event-stream' }, body: [...body, end] };
}
