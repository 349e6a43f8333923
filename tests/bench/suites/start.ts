/** From the start of the program to a composer one can type in, and to the first words of an answer. */
import path from 'node:path';
import { launchBrowser } from '../app-page';
import { type DesktopProgram, startDesktop } from '../desktop-start';
import { serveEmptyPage } from '../empty-page';
import { type Figure, figure } from '../figure';
import { answerOnce, type FirstAnswer } from '../first-answer';
import { openPageOnce, timeNavigation } from '../page-start';
import { median } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const rounds = 7;
const quickRounds = 2;

export const start: Suite = {
  name: 'start',
  async *measure(context) {
    if (context.electron !== null) yield* measureDesktop(context, context.electron);
    yield* measureBrowser(context);
  },
};

async function* measureDesktop(context: BenchContext, electron: string): AsyncGenerator<Figure> {
  const programs = ['empty-window', 'app', 'app-whole'] as const;
  const taken: Record<(typeof programs)[number], number[]> = { 'empty-window': [], app: [], 'app-whole': [] };
  const startOnce = async (program: DesktopProgram) => {
    const { readyMs, stop } = await startDesktop(electron, program, path.join(context.folder, program));
    await stop();
    return readyMs;
  };
  // The very first start makes the data folder and reads the programs from the disk.
  for (const program of programs) await startOnce(program);
  for (let round = 0; round < roundsOf(context); round += 1) {
    for (const program of programs) taken[program].push(await startOnce(program));
  }
  yield figure('start.desktop', median(taken.app), 'ms', {
    floor: median(taken['empty-window']),
    goal: { ratio: 1.4 },
  });
  yield figure('start.desktop.whole', median(taken['app-whole']), 'ms', {
    floor: median(taken['empty-window']),
  });
}

async function* measureBrowser(context: BenchContext): AsyncGenerator<Figure> {
  const home = path.join(context.folder, 'browser');
  await openPageOnce(home);
  const starts: Awaited<ReturnType<typeof openPageOnce>>[] = [];
  const empty: number[] = [];
  for (let round = 0; round < roundsOf(context); round += 1) {
    empty.push(await openEmptyPage());
    starts.push(await openPageOnce(home));
  }
  yield figure('start.browser.host', median(starts.map(({ hostMs }) => hostMs)), 'ms');
  yield figure('start.browser.page', median(starts.map(({ pageMs }) => pageMs)), 'ms', {
    floor: median(empty),
    goal: { value: 250 },
  });
  const answers: FirstAnswer[] = [];
  for (let round = 0; round < roundsOf(context); round += 1) answers.push(await answerOnce(home));
  yield figure('start.browser.answer', median(answers.map(({ wholeMs }) => wholeMs)), 'ms', {
    goal: { value: 400 },
  });
  yield figure('start.browser.answer.sent', median(answers.map(({ sentMs }) => sentMs)), 'ms', {
    goal: { value: 100 },
  });
  yield figure('start.browser.code', median(starts.map(({ codeBytes }) => codeBytes)) / 1_000, 'KB');
}

async function openEmptyPage(): Promise<number> {
  const browser = await launchBrowser();
  const server = await serveEmptyPage();
  try {
    return (await timeNavigation(browser, server.url, 'textarea')).readyMs;
  } finally {
    await browser.close();
    await server.close();
  }
}

const roundsOf = ({ isQuick }: BenchContext): number => (isQuick ? quickRounds : rounds);
