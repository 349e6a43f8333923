import { DoorOpen } from 'lucide-react';
import { useReported } from '../../store/reported';
import { CreditMeter } from '../credits/credit-meter';
import { ProfileSwitcher } from './profile-switcher';

export function TitleBar() {
  const ready = useReported(({ app }) => app !== null);
  return (
    <header className="flex h-11 flex-none items-center gap-2 border-line border-b bg-panel px-4">
      <DoorOpen className="icon" aria-hidden />
      <h1 className="font-semibold">Gatehouse</h1>
      <div className="flex-1" />
      {ready && (
        <>
          <ProfileSwitcher />
          <CreditMeter />
        </>
      )}
    </header>
  );
}
