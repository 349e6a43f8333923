/** Runs one function on a thread that is ended afterwards. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionSetup } from './function-setup';
import { interpret } from './interpret';

void interpret(workerData as FunctionSetup).then((end) => parentPort?.postMessage(end));
