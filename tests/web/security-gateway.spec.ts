/** A gateway that means harm, or is merely broken: the app says what came, stays alive, and the key stays home. */
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
