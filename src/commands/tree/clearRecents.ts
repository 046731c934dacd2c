import type { Recents } from '../../services/recents.ts';

export const clearRecents = (recents: Recents) => (): Promise<void> => recents.clear();
