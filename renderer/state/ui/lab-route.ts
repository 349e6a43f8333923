/** Addresses in the lab, apart from the others: no code of the first screen needs them. */

/** The address of an experiment that is being made. */
export const NEW_EXPERIMENT = 'new';

/** The address of an experiment. */
export const addressOfExperiment = (experimentId: string) => `#/lab/${experimentId}`;
