/** Answers of a browser host that a test changes on their way; the page believes none without the host's proof. */
import type { Page, Route } from 'playwright/test';
import { answerCode, proofHeader } from '../../electron/hosts/web/session-proof';
import type { Envelope } from '../../shared/errors';

/** @returns what answers a request in the place of the page's host */
export async function hostAnswers(
  page: Page,
): Promise<(route: Route, answer: Envelope<unknown>) => Promise<void>> {
  const pass = await page.evaluate(() => localStorage.getItem('gatehouse.pass') ?? '');
  return async (route, answer) => {
    const [nonce = ''] = (route.request().headers()[proofHeader] ?? '').split('.');
    const body = JSON.stringify(answer);
    const headers = { 'Content-Type': 'application/json', [proofHeader]: answerCode(pass, nonce, body) };
    await route.fulfill({ headers, body });
  };
}
