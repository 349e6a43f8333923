/** What stories are about: what most of them have, and what the person learned later. */
import type { Weights } from './draw-step';

const chat: Weights = {
  ...{ send: 8, stop: 2, regenerate: 3, continue: 3, enqueue: 3, dequeue: 1, draft: 2 },
  ...{ 'delete-chat': 1, 'delete-queue': 1.5, 'delete-message': 1, 'queue-branch': 2 },
  ...{ 'send-tools': 3, 'answer-tools': 5 },
};
const jobs: Weights = {
  'long-video': 0.5,
  'long-speech': 0.2,
  image: 6,
  speech: 3,
  video: 5,
  cancel: 1,
  retry: 3,
  resume: 4,
  dismiss: 1,
  adopt: 1,
};
const batches: Weights = {
  ...{ batch: 5, 'pause-batch': 2, 'resume-batch': 5, 'stop-batch': 1, 'retry-row': 3, 'retry-failed': 3 },
  'delete-batch': 1,
};
const library: Weights = {
  'delete-media': 5,
  trash: 4,
  'rename-media': 3,
  'export-media': 1,
  image: 4,
  video: 1,
};
const archives: Weights = {
  ...{ 'export-all': 4, 'import-all': 3, 'import-other': 2, 'import-foreign': 8 },
  ...{ send: 5, image: 3, enqueue: 2, batch: 1, 'delete-media': 2 },
};
const storage: Weights = {
  damage: 5,
  update: 2,
  'second-start': 2,
  send: 4,
  enqueue: 1,
  draft: 1,
  image: 3,
  batch: 1,
  video: 1,
  close: 1,
};
const besides: Weights = {
  ...{ compare: 3, 'delete-comparison': 1, 'switch-profile': 2, key: 1, limit: 1, activity: 2, models: 1 },
  ...{ pin: 1, unpin: 0.3, catalogue: 0.5, forecast: 2 },
};
export const troubles: Weights = {
  ...{
    kill: 3,
    'power-cut': 3,
    'dead-answer': 3,
    close: 2,
    database: 5,
    files: 3,
    renames: 2,
    slow: 1,
    'lose-file': 1,
  },
  ...{ network: 3, fault: 14, 'bad-results': 4, keychain: 1, outside: 1, time: 6, update: 0.8 },
};

/** What a run is mostly about; some are about everything. */
export const themes: readonly (readonly Weights[])[] = [
  [chat],
  [jobs],
  [batches],
  [jobs, library],
  [batches, jobs],
  [archives],
  [storage],
  [chat, jobs, batches, library, archives, besides],
];

export interface Interest {
  /** Begins the ids of its steps. Two letters are chosen so that no story that found a fault of the table becomes another. */
  readonly letter: string;
  /** In how many of all stories the person has it. */
  readonly share: number;
  readonly weights: Weights;
}

/** What the person learned later: drawn apart and put between the other steps, which stay the same in every story. */
export const interests: readonly Interest[] = [
  {
    letter: 'k',
    share: 0.12,
    weights: {
      ...{ check: 6, 'pause-check': 2, 'resume-check': 4, 'stop-check': 1, 'delete-check': 0.7 },
      ...{ kill: 1, 'power-cut': 0.5, fault: 1, busy: 2, time: 1 },
    },
  },
  {
    letter: 'e',
    share: 0.15,
    weights: {
      ...{ edit: 5, insert: 2, move: 2, 'leave-out': 2, undo: 3, 'run-here': 5 },
      ...{ send: 5, regenerate: 1, continue: 1, enqueue: 1, kill: 0.7, 'power-cut': 0.4, fault: 1, time: 1 },
    },
  },
  {
    letter: 'x',
    share: 0.15,
    weights: {
      ...{ experiment: 5, 'pause-experiment': 2, 'start-experiment': 5, 'stop-experiment': 0.7 },
      ...{ 'retry-cell': 2, 'delete-experiment': 0.5 },
      ...{ kill: 1.5, 'power-cut': 0.5, fault: 2, busy: 1, time: 1, close: 0.5, limit: 0.5 },
    },
  },
  {
    letter: 'b',
    share: 0.1,
    weights: {
      ...{ board: 4, 'fill-board': 6, 'take-off-board': 2, 'delete-board': 1, 'export-board': 1.5, image: 5 },
      ...{ 'delete-media': 1, trash: 1, kill: 1.5, 'power-cut': 0.7, fault: 1, database: 0.7, update: 0.4 },
      ...{ 'export-all': 0.7, 'import-all': 0.5 },
    },
  },
  {
    letter: 'm',
    share: 0.12,
    weights: {
      ...{ image: 5, 'use-result': 8, 'spoil-input': 1.5, retry: 2, resume: 2, 'delete-media': 1 },
      ...{ kill: 1.5, 'power-cut': 0.5, 'dead-answer': 0.7, fault: 2, files: 0.7, network: 0.5, time: 2 },
      ...{ 'export-all': 0.5, 'import-all': 0.3 },
    },
  },
  {
    letter: 'j',
    share: 0.1,
    weights: {
      ...{ 'edit-json': 6, 'paste-json': 2, 'save-examples': 3, 'open-examples': 3, 'run-here': 4 },
      ...{ send: 6, undo: 1.5, 'delete-message': 0.7, kill: 1, 'power-cut': 0.5, database: 0.7, time: 1 },
      ...{ 'export-all': 0.5, 'import-all': 0.4 },
    },
  },
  {
    letter: 'a',
    share: 0.1,
    weights: {
      ...{ experiment: 5, 'add-cases': 5, 'add-variant': 3, 'start-experiment': 4, 'pause-experiment': 1 },
      ...{ 'retry-cell': 2, 'stop-experiment': 0.7, 'delete-experiment': 0.3 },
      ...{ kill: 1.5, 'power-cut': 0.5, fault: 1, database: 0.7, limit: 0.5, time: 1.5 },
    },
  },
  {
    letter: 'o',
    share: 0.12,
    weights: {
      ...{ batch: 5, compare: 3, experiment: 3, 'open-in-lab': 4, judge: 10, time: 4 },
      ...{ 'pause-experiment': 1.5, 'start-experiment': 2, 'stop-experiment': 0.5, 'retry-cell': 1 },
      ...{ 'retry-row': 0.7, kill: 1.5, 'power-cut': 0.5, fault: 1, database: 0.7, limit: 0.5 },
      ...{ 'delete-batch': 0.3, 'export-all': 0.4, 'import-all': 0.3 },
    },
  },
  {
    letter: 'u',
    share: 0.1,
    weights: {
      ...{ 'batch-tools': 7, 'pause-batch': 2, 'resume-batch': 4, 'stop-batch': 0.7, 'retry-row': 2 },
      ...{ 'retry-failed': 1.5, 'delete-batch': 0.3, kill: 2, 'power-cut': 0.7, fault: 2, database: 0.7 },
      ...{ busy: 0.5, limit: 0.5, close: 0.5, time: 3, 'export-all': 0.3, 'import-all': 0.2 },
    },
  },
  {
    letter: 'h',
    share: 0.07,
    weights: {
      ...{ 'long-prompt': 7, 'save-tool': 4, 'remove-tool': 1.5, 'cache-point': 3, send: 2, time: 2 },
      ...{ regenerate: 1, kill: 1.5, 'power-cut': 1, database: 0.7, damage: 0.3, 'export-all': 0.5 },
      ...{ 'import-all': 0.4, models: 0.5, limit: 0.5 },
    },
  },
  {
    letter: 'l',
    share: 0.07,
    weights: {
      ...{ dialogue: 6, 'speak-line': 5, 'export-lines': 4, 'import-foreign': 4, time: 3, kill: 1.5 },
      ...{ 'power-cut': 0.7, 'dead-answer': 0.5, fault: 1, database: 0.7, files: 0.5, network: 0.4 },
      ...{ 'delete-media': 0.7, trash: 0.7, retry: 1, resume: 1.5, 'import-all': 0.4, limit: 0.4 },
    },
  },
  {
    letter: 'q',
    share: 0.1,
    weights: {
      ...{ batch: 4, compare: 4, experiment: 3, 'compare-again': 4, 'take-answers': 5, 'name-similar': 2 },
      ...{ 'judge-similar': 9, 'retry-similar': 3, 'pause-experiment': 1.5, 'start-experiment': 2, time: 4 },
      ...{ 'retry-row': 1, 'stop-experiment': 0.3, kill: 2, 'power-cut': 0.5, fault: 1.5, database: 0.7 },
      ...{ 'delete-batch': 0.2, 'delete-comparison': 0.2, limit: 0.5, 'export-all': 0.5, 'import-all': 0.3 },
      'import-foreign': 0.3,
    },
  },
  {
    letter: 'qw',
    share: 0.06,
    weights: {
      ...{ 'judged-experiment': 7, 'ask-again': 5, 'leave-out-cell': 4, 'take-back': 4, 'judge-withheld': 3 },
      ...{ 'pause-judged': 1.5, 'go-on-judged': 3, kill: 1, 'power-cut': 0.4, fault: 1.5, database: 0.5 },
      ...{ limit: 0.7, busy: 0.5, time: 2, 'export-all': 0.3, 'import-all': 0.2 },
    },
  },
  {
    letter: 'vm',
    share: 0.06,
    weights: {
      ...{
        'batch-late': 6,
        'batch-tools': 1,
        'pause-batch': 1,
        'resume-batch': 2,
        'retry-row': 2,
        send: 1.5,
      },
      ...{ 'retry-failed': 1, kill: 1.5, 'power-cut': 0.5, fault: 2, database: 0.7, network: 0.4, time: 3 },
    },
  },
  {
    letter: 'xk',
    share: 0.06,
    weights: {
      ...{ 'short-result': 5, 'fetch-again': 7, 'delete-media': 0.5, trash: 0.5, time: 4, kill: 1 },
      ...{ 'power-cut': 0.5, fault: 1, files: 0.5, database: 0.5, network: 0.3, update: 0.3 },
    },
  },
  {
    letter: 'loop',
    share: 0.03,
    weights: { 'switch-in-loop': 6, time: 2, kill: 0.3, close: 0.3 },
  },
  {
    letter: 'do',
    share: 0.04,
    weights: {
      ...{ 'leave-out-early': 5, 'stop-and-ask': 5, 'judge-withheld': 2, kill: 0.3, fault: 0.7, time: 1 },
    },
  },
  {
    letter: 'cb',
    share: 0.05,
    weights: {
      ...{ 'send-cached': 8, 'mark-cached': 6, 'cache-point': 0.5, regenerate: 1, continue: 0.5, edit: 1 },
      ...{ kill: 0.7, 'power-cut': 0.3, fault: 1, database: 0.4, time: 2, 'export-all': 0.4 },
      ...{ 'import-all': 0.3, 'delete-message': 0.4, undo: 0.4, models: 0.3, limit: 0.4 },
    },
  },
  {
    letter: 'ne',
    share: 0.06,
    weights: {
      ...{ 'send-tools': 6, enqueue: 6, 'answer-tools': 6, stop: 0.7, continue: 0.7, regenerate: 1, time: 3 },
      ...{ dequeue: 0.5, kill: 0.7, 'power-cut': 0.3, fault: 0.7, network: 0.3, 'delete-message': 0.3 },
    },
  },
  {
    letter: 'nw',
    share: 0.05,
    weights: {
      ...{ 'restricted-experiment': 6, 'pause-experiment': 2, 'start-experiment': 4, 'retry-cell': 3 },
      ...{
        'stop-experiment': 0.5,
        'delete-experiment': 0.4,
        kill: 1.5,
        'power-cut': 0.5,
        fault: 1.5,
        time: 2,
      },
      ...{ 'export-all': 0.7, 'import-all': 0.5, database: 0.7 },
    },
  },
  {
    letter: 'on',
    share: 0.05,
    weights: {
      ...{ 'check-charges': 7, 'pause-check': 1.5, 'resume-check': 3, 'stop-check': 0.5, time: 2, busy: 0.7 },
      ...{ kill: 1.5, 'power-cut': 0.5, fault: 1, database: 0.7, 'delete-check': 0.3 },
    },
  },
];
