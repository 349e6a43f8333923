import { describe, expect, test } from 'vitest';
import {
  filledFrom,
  filledFromChoice,
} from '../../../../renderer/features/settings/gateway/fill-from-pasted';
import {
  inputOf,
  newGateway,
  withChosen,
  withLocalServer,
} from '../../../../renderer/features/settings/gateway/new-gateway';
import { knownGateway } from '../../../../shared/gateways/gateways';

const command = `curl https://a.example/v1/models?team=7 -H 'Authorization: Bearer sk-a' -H 'X-Team-Token: t-1'`;

function pastedForm() {
  const found = filledFrom(newGateway, command, false);
  expect(found?.form).toMatchObject({ baseUrl: 'https://a.example/v1', key: 'sk-a' });
  return found?.form ?? newGateway;
}

describe('what was pasted for one service is not sent to another', () => {
  test.each([
    ['a pasted address', (form: typeof newGateway) => filledFrom(form, 'https://b.example/v1', true)?.form],
    [
      'a server of this computer',
      (form: typeof newGateway) =>
        withLocalServer(form, { gateway: 'plain', baseUrl: 'http://127.0.0.1:9/v1', modelCount: null }),
    ],
  ])('%s', (_, move) => {
    const form = move(pastedForm());
    expect(form?.key).toBe('');
    expect(form?.draft).toMatchObject({ headers: [], query: [] });
  });

  test('another gateway', () => {
    const found = filledFrom(newGateway, 'OPENROUTER_API_KEY=sk-or', false);
    expect(found?.form.key).toBe('sk-or');
    const form = withChosen(found?.form ?? newGateway, knownGateway('openai'));
    expect(form).toMatchObject({ baseUrl: 'https://api.openai.com/v1', key: '' });
  });

  test('but what was typed is kept, and so is everything where only the path changes', () => {
    const typed = { ...pastedForm(), key: 'sk-typed' };
    expect(filledFrom(typed, 'https://b.example/v1', true)?.form.key).toBe('sk-typed');
    expect(filledFrom(pastedForm(), 'https://a.example/v2', true)?.form.key).toBe('sk-a');
  });
});

test('what isn’t certain is chosen, also for an address that is already there', () => {
  const form = { ...newGateway, baseUrl: 'https://a.example/v1' };
  const found = filledFrom(form, 'GITHUB_TOKEN=ghp_1', false);
  expect(found?.form).toBe(form);
  expect(found?.choices?.addresses).toEqual([{ name: 'Base URL in this form', value: '' }]);
  const [address = null] = found?.choices?.addresses ?? [];
  const [key = null] = found?.choices?.keys ?? [];
  expect(filledFromChoice(form, '.env lines', address, key).form).toMatchObject({
    ...{ baseUrl: 'https://a.example/v1', key: 'ghp_1' },
  });
});

test('a query that was typed with the base URL becomes parameters of the profile', () => {
  const form = { ...newGateway, name: 'A', baseUrl: 'https://a.example/v1?api-version=2&token=t' };
  const { baseUrl, connection } = inputOf(form, 'session').input;
  expect({ baseUrl, query: connection?.query }).toEqual({
    baseUrl: 'https://a.example/v1',
    query: [
      { name: 'api-version', value: '2' },
      { name: 'token', value: 't', isSecret: true },
    ],
  });
});
