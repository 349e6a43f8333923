/** Runs functions one after the other, each in an interpreter of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionSetup, ThreadSetup } from './function-setup';
import { interpret } from './interpret';

const { interpreter } = workerData as ThreadSetup;

parentPort?.on('message', (setup: FunctionSetup) => {
  void interpret(setup, interpreter).then((end) => parentPort?.postMessage(end));
});
