import type { CommandInput } from '../../../shared/contract';

/** The request that is shown as code; read when the button is pressed. */
export type CodeInput = CommandInput<'code.request'>;
