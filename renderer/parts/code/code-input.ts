import type { CommandInput } from '../../../shared/contract';

/** The call that is shown as code; asked for when the button is pressed. */
export type CodeInput = CommandInput<'code.request'>;
