/** The models of other profiles than the active one, for what is sent with them. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Model } from '../../../shared/models/models';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';

type Known = Readonly<Record<string, readonly Model[]>>;

const useKnown = create<Known>()(() => ({}));

const noModels: readonly Model[] = [];

const activeModels = (): readonly Model[] => useCoreState.getState().app?.catalogue.models ?? noModels;
const isActive = (profileId: string | null): boolean =>
  profileId === null || profileId === useCoreState.getState().app?.activeProfileId;

/** As far as they are loaded. @param profileId `null` for the active one */
export const modelsOf = (profileId: string | null): readonly Model[] =>
  isActive(profileId) ? activeModels() : (useKnown.getState()[profileId ?? ''] ?? noModels);

/** Loads them from the core, which asks the gateway only where it never has. */
export async function loadModelsOf(profileId: string): Promise<readonly Model[]> {
  if (isActive(profileId)) return activeModels();
  const answer = await call('models.catalogue', { profileId });
  if (answer.ok) useKnown.setState({ [profileId]: answer.value.models });
  return modelsOf(profileId);
}

export function useModelsOf(profileId: string | null): readonly Model[] {
  const active = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const other = useKnown((known) => known[profileId ?? '']);
  const isOther = profileId !== null && profileId !== activeId;
  useEffect(() => {
    if (isOther) void loadModelsOf(profileId);
  }, [isOther, profileId]);
  return isOther ? (other ?? noModels) : active;
}
