/**
 * Runs one query at a time. While it runs, only the newest further query is kept. Answers that are no longer current
 * are dropped.
 *
 * @returns a function that takes the next query; fast typing sends no more queries than there are answers
 */
export function newestOnly<Question>(answer: (question: Question) => Promise<void>) {
  let waiting: { readonly question: Question } | null = null;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    while (waiting !== null) {
      const { question } = waiting;
      waiting = null;
      await answer(question).catch(() => undefined);
    }
    isBusy = false;
  };
  return (question: Question): void => {
    waiting = { question };
    if (!isBusy) void work();
  };
}
