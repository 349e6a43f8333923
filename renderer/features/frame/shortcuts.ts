/** Moved: the keys stand in `features/shortcuts`, the focus in `lib/focus`. */
export { focusName } from '../../lib/focus';
export { newChat } from '../shortcuts/general-commands';
export { isComposing, modKey } from '../shortcuts/keys';
