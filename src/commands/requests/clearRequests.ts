import type { RequestHistory } from '../../services/connections/requestHistory.ts';

export const clearRequests = (requests: RequestHistory) => (): void => requests.clear();
