/** Holds the lock of the data folder HOME_FOLDER until it is killed. */
import { lockFolder } from '../../electron/storage/folder-lock';

lockFolder(process.env.HOME_FOLDER ?? '', Date.now());
process.send?.('open');
setInterval(() => undefined, 1_000);
