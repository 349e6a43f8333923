/** A hostile or broken gateway: the app reports the error, keeps running, and does not leak the key. */
import { test } from '../support/app';
import { expectUnharmedAfter, gatewayAttacks } from '../support/gateway-attacks';
import { activateScriptedModel } from '../support/scripted-model';

for (const [name, attack] of Object.entries(gatewayAttacks)) {
  test(name, async ({ appPage: page }) => {
    const model = await activateScriptedModel(page);
    try {
      await attack(page, model);
      await expectUnharmedAfter(page);
    } finally {
      await model.close();
    }
  });
}
