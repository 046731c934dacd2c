import type { TreeFilter } from '../../platform/treeFilter.ts';

export const clearFilter = (filter: TreeFilter) => (): void => filter.set('');
