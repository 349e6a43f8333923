import { beforeEach, describe, expect, it } from 'vitest';
import { report } from '../../../../renderer/state/core/core-state';
import { configure } from '../../../../renderer/state/ui/config-actions';
import { NEW_CHAT } from '../../../../renderer/state/ui/route';
import { chosenModel } from '../../../../renderer/state/ui/selectors';
import { useUiState } from '../../../../renderer/state/ui/ui-state';
import { aModel, aSnapshot } from '../../../support/records';

/** The window with this profile in use, whose gateway lists these models. */
function use(activeProfileId: string, ...modelIds: string[]): void {
  const { catalogue } = aSnapshot();
  const models = modelIds.map((id) => aModel({ id }));
  report({
    type: 'snapshot.taken',
    snapshot: aSnapshot({ activeProfileId, catalogue: { ...catalogue, profileId: activeProfileId, models } }),
  });
}

beforeEach(() => useUiState.setState({ configs: {}, lastModel: null }));

describe('the model of a new chat', () => {
  it('stays for the profile it was chosen with, also where the gateway doesn’t list it', () => {
    use('first', 'a/one', 'a/two');
    configure(NEW_CHAT, { model: 'a/typed' });
    expect(chosenModel(NEW_CHAT)).toBe('a/typed');
  });

  it('is one of the other gateway after another profile was chosen', () => {
    use('first', 'a/one', 'a/two');
    configure(NEW_CHAT, { model: 'a/two' });
    use('second', 'b/one');
    expect(chosenModel(NEW_CHAT)).toBe('b/one');
  });

  it('stays where the other gateway has it too, and comes back with its profile', () => {
    use('first', 'a/one', 'a/two');
    configure(NEW_CHAT, { model: 'a/two' });
    use('second', 'b/one', 'a/two');
    expect(chosenModel(NEW_CHAT)).toBe('a/two');
    use('second', 'b/one');
    use('first', 'a/one', 'a/two');
    expect(chosenModel(NEW_CHAT)).toBe('a/two');
  });

  it('is not changed by its settings', () => {
    use('first', 'a/one', 'a/two');
    configure(NEW_CHAT, { model: 'a/two' });
    use('second', 'b/one');
    configure(NEW_CHAT, { settings: { temperature: 1 } });
    expect(chosenModel(NEW_CHAT)).toBe('b/one');
  });

  const chosenBefore = (profileId: string, ...chat: string[]) => {
    const { settings, ...snapshot } = aSnapshot({ activeProfileId: profileId });
    const models = { ...settings.models, [profileId]: { pinned: [], hidden: [], recent: { chat } } };
    return { ...snapshot, settings: { ...settings, models } };
  };

  it('is the one that was last chosen with the profile', () => {
    const snapshot = chosenBefore('second', 'b/gone', 'b/two');
    const models = ['b/one', 'b/two'].map((id) => aModel({ id }));
    const catalogue = { ...snapshot.catalogue, profileId: 'second', models };
    report({ type: 'snapshot.taken', snapshot: { ...snapshot, catalogue } });
    useUiState.setState({ lastModel: 'a/elsewhere' });
    expect(chosenModel(NEW_CHAT)).toBe('b/two');
  });

  it('is the profile’s own where its gateway lists none', () => {
    const snapshot = chosenBefore('second', 'b/typed');
    const catalogue = { ...snapshot.catalogue, profileId: 'second', models: [] };
    report({ type: 'snapshot.taken', snapshot: { ...snapshot, catalogue } });
    useUiState.setState({ lastModel: 'a/elsewhere' });
    expect(chosenModel(NEW_CHAT)).toBe('b/typed');
  });
});
