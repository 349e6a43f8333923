import { Notices } from './notices';
import { UpdateQuestion } from './update-question';

/** What is said above all tabs. */
export function Banners() {
  return (
    <>
      <Notices />
      <UpdateQuestion />
    </>
  );
}
