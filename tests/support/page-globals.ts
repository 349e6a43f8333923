/** What the page's modules expect of a window when they are loaded; imported before them. */
import { vi } from 'vitest';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
