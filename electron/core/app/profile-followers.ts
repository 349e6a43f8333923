import { createModelChoices } from '../models/model-choices';
import type { ProfileFollowers } from '../profiles/handlers';
import type { Services } from '../services';

/** What else a change of a profile brings with it. */
export function createProfileFollowers(services: Services): ProfileFollowers {
  const { models, ledger, events, accounts } = services;
  const refresh = (id: string) => {
    void models.refresh(id);
    void accounts.refresh(id);
  };
  return {
    refresh(id) {
      models.refreshChanged(id).catch(() => undefined);
      void accounts.refresh(id);
    },
    show(id) {
      events.emit({ type: 'models.changed', catalogue: models.catalogue(id) });
      ledger.announce(id);
      refresh(id);
    },
    announceMoney: ledger.announce,
    forget: createModelChoices(services).forget,
  };
}
