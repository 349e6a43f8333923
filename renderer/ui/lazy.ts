import { lazy as reactLazy } from 'react';
import { untilLoaded } from '../lib/until-loaded';

/** React's `lazy`, which asks again until the code is there: React takes the whole page down if it never comes. */
export const lazy: typeof reactLazy = (load) => reactLazy(() => untilLoaded(load));
