/** Opens the app's storage on the folder it is given, and says how that went: `open`, or the error's code. */
import { openStorage } from '../../electron/storage/storage';
import { AppError } from '../../shared/errors';

try {
  openStorage(process.argv[2] ?? '', Date.now()).storage.close();
  process.stdout.write('open');
} catch (error) {
  process.stdout.write(error instanceof AppError ? error.data.code : String(error));
}
