import { create } from 'zustand';

/** Whether the settings are to open the form of a new profile. */
export const useProfileBeginning = create<{ readonly isAsked: boolean }>()(() => ({ isAsked: false }));

export const beginProfile = (): void => useProfileBeginning.setState({ isAsked: true });
