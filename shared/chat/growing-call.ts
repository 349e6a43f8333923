/** Calls of tools that are being written: the window that shows them first needs nothing else of calls. */

/** A call as far as it has come, in the form of one that is whole. */
export const writtenCall = ({ id, name, hasTextInput: isCustom, text }: GrowingCall) =>
  isCustom
    ? { id, type: 'custom', custom: { name, input: text } }
    : { id, type: 'function', function: { name, arguments: text } };

export interface GrowingCall {
  readonly id: string | null;
  readonly name: string;
  readonly hasTextInput: boolean;
  readonly text: string;
}
