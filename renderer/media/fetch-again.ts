import { call } from '../link/call';
import { announce } from '../state/announce';
import { showProblem } from '../state/ui/problem';

/** Asks for the whole file of a result that arrived cut. It is paid for, so this is free. */
export async function fetchAgain(id: string): Promise<void> {
  announce('Fetching the file again, free');
  const answer = await call('media.fetchAgain', { id });
  if (answer.ok) announce('The file is complete now');
  else showProblem('Couldn’t fetch the whole file', answer.error);
}
