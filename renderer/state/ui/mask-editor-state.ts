/** Which dialog for the image of the form is open. Apart from the dialogs, which are loaded when one opens. */
import { create } from 'zustand';

interface ImageEdit {
  readonly dialog: 'mask' | 'grow';
  /** The stored file that it is for. */
  readonly fileId: string;
}

export const useImageEdit = create<{ readonly open: ImageEdit | null }>()(() => ({ open: null }));

export const openImageEdit = (dialog: ImageEdit['dialog'], fileId: string): void =>
  useImageEdit.setState({ open: { dialog, fileId } });
export const closeImageEdit = (): void => useImageEdit.setState({ open: null });
