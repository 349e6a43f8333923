import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../../renderer/link/call';
import { report } from '../../../../renderer/state/core/core-state';
import { configure, configureForProfile } from '../../../../renderer/state/ui/config-actions';
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

/** The core is asked to remember a choice; nothing here waits for it. */
beforeAll(() => {
  const bridge = { call: async () => ({ ok: true, value: null }), subscribe: () => () => undefined };
  vi.stubGlobal('window', { bridge });
  connect();
});
afterAll(() => vi.unstubAllGlobals());
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

  it('is the one that came with the profile, once that is in use', () => {
    use('first', 'a/one', 'a/two');
    configureForProfile('second', 'b/typed');
    expect(chosenModel(NEW_CHAT)).toBe('a/one');
    use('second', 'b/one');
    expect(chosenModel(NEW_CHAT)).toBe('b/typed');
  });

  it('is no other for what was chosen for batches', () => {
    const { settings, catalogue, ...snapshot } = aSnapshot({ activeProfileId: 'first' });
    const models = { first: { pinned: [], hidden: [], recent: { chat: ['a/two'] } } };
    const listed = ['a/one', 'a/two'].map((id) => aModel({ id }));
    report({
      type: 'snapshot.taken',
      snapshot: {
        ...snapshot,
        settings: { ...settings, models },
        catalogue: { ...catalogue, profileId: 'first', models: listed },
      },
    });
    expect(chosenModel(NEW_CHAT)).toBe('a/one');
  });
});
