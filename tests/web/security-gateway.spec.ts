/** A hostile or broken gateway: the app reports the error, keeps running, and does not leak the key. */
import { expectUnharmedAfter, gatewayAttacks } from '../support/gateway-attacks';
import { test } from '../support/shared-app';

for (const [name, attack] of Object.entries(gatewayAttacks)) {
  test(name, async ({ appPage: page, model }) => {
    await attack(page, model);
    await expectUnharmedAfter(page);
  });
}
