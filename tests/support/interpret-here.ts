/** Runs a function of a tool or of an assertion in the test's own thread, with the bounds that its thread would have. */

import type { RunFunction } from '../../electron/core/ports/functions';
import { boundedInterpreter } from '../../electron/functions/bounded-interpreter';
import { interpret } from '../../electron/functions/interpret';

export const interpretHere: RunFunction = async (source, argumentsText) =>
  interpret({ source, argumentsText }, await boundedInterpreter());
