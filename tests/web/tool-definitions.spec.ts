/** Tools from a large document of an API: some of its operations are chosen, with the keyboard alone. */
import { expectAccessible } from '../support/axe';
import { chooseModel } from '../support/chat-page';
import { expect, test } from '../support/shared-app';

const operations = Array.from(
  { length: 1_000 },
  (_, at) =>
    `/repos/{owner}/${at}: { get: { operationId: repos/get-part-${at}, summary: Part ${at}, parameters: [*owner] } }`,
);
const document = `openapi: 3.0.3
x-owner: &owner { name: owner, in: path, required: true, schema: { type: string, nullable: true } }
paths: { ${operations.map((one) => one.replace(/^\S+(?=: \{)/, '"$&"')).join(', ')} }
`;

test('of 1,000 operations in YAML two are added', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/echo');
  await page.getByRole('button', { name: 'Edit tools…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tools' });
  await dialog.getByRole('button', { name: 'Remove get_weather' }).press('Enter');
  await dialog.getByLabel('Paste definitions').fill(document);
  await expect(dialog.getByText('1,000 tools found')).toBeVisible();
  await expect(dialog.getByText('Choose at most 128 of them.')).toBeVisible();
  const list = dialog.getByRole('group', { name: 'Definitions' });
  await list.getByLabel('All 1,000').press(' ');
  await expect(dialog.getByRole('button', { name: 'Add them' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByText('A chat has at most 128 tools')).toBeVisible();
  await list.getByLabel('All 1,000').press(' ');
  await dialog.getByLabel('Filter definitions').fill('part 77');
  await expect(list.getByRole('checkbox')).toHaveCount(12);
  await list.getByLabel('repos_get-part-77', { exact: true }).press(' ');
  await list.getByLabel('repos_get-part-770').press(' ');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add 2 chosen' }).press('Enter');
  await expect(dialog.getByRole('list', { name: 'Tools' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByLabel('Parameters (JSON Schema)')).toHaveValue(/"null"/);
  await dialog.getByLabel('Paste definitions').fill('paths: [');
  await expect(dialog.getByText('Line 1, column 9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('repos_get-part-77, repos_get-part-770')).toBeVisible();
});
