/** Which dialog of light editing is open, and for which result. Apart from the dialogs, which are loaded when one opens. */
import { create } from 'zustand';

export interface EditView {
  readonly kind: 'captions' | 'edit' | 'join';
  readonly mediaId: string;
  /** Of results that are joined: what follows the first. */
  readonly others?: readonly string[];
}

export const useEditView = create<{ readonly view: EditView | null }>()(() => ({ view: null }));

export const openEdit = (kind: EditView['kind'], mediaId: string): void =>
  useEditView.setState({ view: { kind, mediaId } });
export const openJoin = ([mediaId = '', ...others]: readonly string[]): void =>
  useEditView.setState({ view: { kind: 'join', mediaId, others } });
export const closeEdit = (): void => useEditView.setState({ view: null });
