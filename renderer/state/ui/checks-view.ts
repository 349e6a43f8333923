/** Which part of the checks is open above the page: what is to be asked, or what was found. */
import { create } from 'zustand';

/** `all` of the profile, as far as one check may have. */
export type ModelsToCheck = readonly string[] | 'all';

export type ChecksView =
  | { readonly kind: 'plan'; readonly profileId: string; readonly models: ModelsToCheck }
  /** `model` is the row to start at. */
  | { readonly kind: 'results'; readonly profileId: string; readonly model?: string };

export const useChecksView = create<{ readonly view: ChecksView | null }>()(() => ({ view: null }));

/** Shows what a check of these models would ask and cost; sends nothing. */
export const openCheckPlan = (profileId: string, models: ModelsToCheck): void =>
  useChecksView.setState({ view: { kind: 'plan', profileId, models } });

/** Shows what is known of a profile's models, and the check that runs. */
export const openChecks = (profileId: string, model?: string): void =>
  useChecksView.setState({
    view: { kind: 'results', profileId, ...(model === undefined ? {} : { model }) },
  });

export const closeChecks = (): void => useChecksView.setState({ view: null });
