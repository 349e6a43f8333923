import { type AnswerKind, answerNames } from '../../shared/lab/answer';

/** Before an answer of another kind than text: a refusal or thinking must not read like a reply. */
export const AnswerKindName = ({ of }: { of: AnswerKind }) => (
  <span className={of === 'refusal' || of === 'nothing' ? 'text-warn' : 'text-muted'}>
    {answerNames[of]}{' '}
  </span>
);
