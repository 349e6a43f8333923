import { createServer } from 'node:http';
import { openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { receiveFiles } from '../support/file-gateway';
import { listenAsGateway } from '../support/local-gateway';
import { picture } from '../support/media-files';

test('a result that arrived cut is fetched again from its menu, and the whole one is shown in its place', async ({
  appPage: page,
}) => {
  const whole = Buffer.from(await picture('png', { width: 100, height: 60 }));
  let served = whole.subarray(0, whole.length - 20);
  const server = createServer(({ method, url, headers }, response) => {
    if (url?.includes('photo')) return response.writeHead(200, { 'content-type': 'image/png' }).end(served);
    const data = method === 'POST' ? [{ url: `http://${headers.host}/photo.png` }] : [{ id: 'an/image' }];
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  const gateway = await listenAsGateway(server);
  try {
    await receiveFiles(page, gateway, ['a boat']);
    await openTab(page, 'Image');
    const stage = page.locator('[data-focus=stage]');
    await expect(stage).toContainText('100 × 60');
    served = whole;
    await stage.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fetch again' }).click();
    await expect(page.getByText('The file is complete now')).toBeAttached();
    await expect(stage.locator('img').first()).toHaveAttribute('src', /\?v=1/);
    await stage.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Star', exact: true })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Fetch again' })).toBeHidden();
  } finally {
    await gateway.close();
  }
});
