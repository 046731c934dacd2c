import type { Recents } from '../../services/remembered/recents.ts';

export const clearRecents = (recents: Recents) => (): Promise<void> => recents.clear();
