import { expect, test } from 'vitest';
import { named } from '../../../../renderer/features/settings/network-form';

test('an error of a network field names its label, and any other error stays as it is', () => {
  const message = 'network.save: network.proxy.url must be an address such as http://proxy.example:8080';
  expect(named({ code: 'invalid_input', field: 'network.proxy.url', message }).message).toBe(
    'The address of the proxy or its script must be an address such as http://proxy.example:8080',
  );
  const other = { code: 'storage_full', message: 'The disk is full' } as const;
  expect(named(other)).toBe(other);
});
