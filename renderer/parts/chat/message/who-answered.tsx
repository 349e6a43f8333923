import type { Message } from '../../../../shared/chat/chat';
import { useOtherProfileName } from '../../../state/core/selectors';

/** Which model wrote a reply; also which one the gateway says did, and by which profile, where these differ. */
export function WhoAnswered({ message }: { message: Message }) {
  const profile = useOtherProfileName(message.profileId);
  const answered = otherModel(message);
  if (message.model === null) return null;
  return (
    <p className="mb-1 flex min-w-0 flex-wrap gap-x-1.5 text-muted text-xs">
      <bdi className="font-medium [overflow-wrap:anywhere]">{message.model}</bdi>
      {answered !== null && (
        <span title="The gateway reports that this model answered">
          · answered by <bdi className="[overflow-wrap:anywhere]">{answered}</bdi>
        </span>
      )}
      {profile !== null && (
        <span>
          · <bdi>{profile}</bdi>
        </span>
      )}
    </p>
  );
}

/** The model that answered, where it is another than the one that was asked. */
function otherModel({ model, answeredModel }: Pick<Message, 'model' | 'answeredModel'>) {
  return answeredModel === null || answeredModel === '' || answeredModel === model ? null : answeredModel;
}
