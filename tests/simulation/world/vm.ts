/**
 * Replaces the context in which the app finds the collector of garbage. The app collects everything; most of what the
 * library waits for is young, and a start with damage collects several times.
 */
import { letGoOfDatabases } from './real';
import { here, hold } from './world';

/** Patterns are tested in a real context: what one finds is the same each time. */
export { createContext, Script } from 'node:vm';

export const runInNewContext = (): (() => void) => () => void hold(here(), letGoOfDatabases());
