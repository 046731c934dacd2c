import type { Log } from '../../platform/log.ts';

export const showLog = (log: Log) => (): void => log.show();
