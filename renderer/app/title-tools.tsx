import { CreditMeter } from '../features/credits/credit-meter';
import { ProfileSwitcher } from './profile-switcher';
import { UpdateLine } from './update-line';

/** The right end of the title bar: a new version, the profile and its credits. */
export function TitleTools() {
  return (
    <>
      <UpdateLine />
      <ProfileSwitcher />
      <CreditMeter />
    </>
  );
}
