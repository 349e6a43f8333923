/**
 * Asks one question at a time: those that came while another was being answered give way to the newest of them, and
 * an answer is told only while nothing newer is wanted or when it is the last.
 *
 * @returns what takes the next question; typing faster than answers come asks no more often than they do
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
