import type { RequestHistory } from '../../services/requestHistory.ts';

export const clearRequests = (requests: RequestHistory) => (): void => requests.clear();
