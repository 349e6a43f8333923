/** From a key to its frame in a request body of a megabyte, beside the same in a bare text field. */
import path from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { openAppPage } from '../app-page';
import { figure } from '../figure';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

const bodyOf = (messages: number) => ({
  model: 'sandbox/echo',
  messages: Array.from({ length: messages }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at} ${'words '.repeat(330)}`,
  })),
});

export const jsonTyping: Suite = {
  name: 'json-typing',
  async *measure(context) {
    const { page, stop } = await openAppPage('web', path.join(context.folder, 'home'));
    try {
      const editor = await openAsJson(page, JSON.stringify(bodyOf(500)));
      const keys = context.isQuick ? 10 : 40;
      const own = await editor.evaluate(typeInto, { keys, isBare: false });
      const bare = await editor.evaluate(typeInto, { keys, isBare: true });
      for (const [name, part] of [['p50', 0.5] as const, ['p95', 0.95] as const])
        yield figure(`json-typing.${name}`, percentile(own, part), 'ms', { floor: percentile(bare, part) });
    } finally {
      await stop();
    }
  },
};

async function openAsJson(page: Page, body: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Paste a request' }).click();
  await dialog.getByRole('textbox', { name: 'Request' }).fill(body);
  await dialog.getByRole('button', { name: 'Open as chat' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('Search chats, messages, media').fill('Edit this chat as JSON');
  await page.getByRole('option', { name: 'Edit this chat as JSON' }).click();
  const editor = dialog.getByRole('textbox', { name: 'Request body' });
  await editor.waitFor();
  return editor;
}

/** In the page: milliseconds of each key, in the editor or in a field that has nothing but its text. */
async function typeInto(
  editor: Node,
  { keys, isBare }: { readonly keys: number; readonly isBare: boolean },
): Promise<readonly number[]> {
  if (!(editor instanceof HTMLTextAreaElement)) throw new Error('The editor is no text field.');
  const area = isBare ? editor.cloneNode() : editor;
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('A copy of a text field is none.');
  if (area !== editor) {
    area.value = editor.value;
    editor.after(area);
  }
  area.focus();
  area.setSelectionRange(500_000, 500_000);
  const took: number[] = [];
  for (let at = 0; at < keys; at += 1) {
    const begun = performance.now();
    document.execCommand('insertText', false, 'x');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    took.push(performance.now() - begun);
  }
  return took;
}
