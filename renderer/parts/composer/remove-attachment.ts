import { draftOf, setDraft } from '../../state/ui/drafts';

/** Takes an image out of a draft, by its place. */
export function removeAttachment(key: string, index: number): void {
  const { attachments = [] } = draftOf(key);
  setDraft(key, { attachments: attachments.filter((_, at) => at !== index), error: undefined });
}
