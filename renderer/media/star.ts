import type { MediaItem } from '../../shared/media/media';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { showProblem } from '../state/ui/problem';

export async function star({ id, isStarred }: MediaItem): Promise<void> {
  const answer = await call('media.star', { id, isStarred: !isStarred });
  if (answer.ok) announce(isStarred ? 'Star removed' : 'Starred');
  else showProblem('Couldn’t change the star', answer.error);
}
