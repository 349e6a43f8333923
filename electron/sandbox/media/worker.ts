/** Entry of a media thread: makes images, speech and videos on request. */
import { parentPort } from 'node:worker_threads';
import { editImage } from './edit-image';
import { framesOfVideo } from './given-video';
import { renderFilm } from './kinograph';
import { lookAt } from './look/look';
import { paintImage } from './paint-image';
import { speak } from './speech/speak';
import type { MediaOrder, MediaReport, MediaTask } from './tasks';

const running = new Map<number, AbortController>();

const say = (report: MediaReport): void => {
  parentPort?.postMessage(report, report.type === 'done' ? [report.bytes.buffer] : []);
};

async function perform(id: number, task: MediaTask, signal: AbortSignal): Promise<Uint8Array> {
  switch (task.kind) {
    case 'image':
      return paintImage(task);
    case 'edit':
      return await editImage(task);
    case 'look':
      return new TextEncoder().encode(JSON.stringify(await lookAt(task.bytes)));
    case 'watch':
      await framesOfVideo(task.bytes);
      return new Uint8Array();
    case 'speech':
      return await speak(task, signal);
    case 'video':
      await renderFilm(task, { signal, onProgress: (share) => say({ type: 'progress', id, share }) });
      return new Uint8Array();
  }
}

async function run(id: number, task: MediaTask): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const made = await perform(id, task, controller.signal);
    // Only a copy can be transferred; what the libraries return may be a view of their memory.
    say({ type: 'done', id, bytes: new Uint8Array(made) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ type: 'failed', id, name, message });
  } finally {
    running.delete(id);
  }
}

parentPort?.on('message', (order: MediaOrder) => {
  if (order.type === 'run') void run(order.id, order.task);
  else running.get(order.id)?.abort();
});
