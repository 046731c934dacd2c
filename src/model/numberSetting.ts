/** Range of a numeric setting. Duplicated in package.json for the settings editor; a test compares them. */
interface Bounds {
  readonly usual: number;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: true;
  /** 0 disables it. */
  readonly canBeOff?: true;
}

const keptDays = { usual: 30, min: 1, max: 3_650, isWhole: true } as const;

/** By the names in `manifest.ts`, plus those of a connection. Max duration is 24 days, the limit of a timer. */
export const numberSettings = {
  pageSize: { usual: 100, min: 10, max: 1_000, isWhole: true },
  requestTimeout: { usual: 30, min: 1, max: 600 },
  bulkConcurrency: { usual: 4, min: 1, max: 16, isWhole: true },
  bulkAskCountAbove: { usual: 100, min: 0, max: 1_000_000_000, isWhole: true },
  journalKeepDays: keptDays,
  historyKeepDays: { ...keptDays, min: 0 },
  autoRefreshSeconds: { usual: 0, min: 5, max: 86_400, canBeOff: true },
  watchSeconds: { usual: 60, min: 5, max: 86_400, canBeOff: true },
} as const satisfies Record<string, Bounds>;

/** Allows smaller pages than the general setting, for test services with few records. */
export const connectionNumbers = {
  timeoutSeconds: numberSettings.requestTimeout,
  pageSize: { ...numberSettings.pageSize, min: 1 },
} as const satisfies Record<string, Bounds>;

export type NumberSetting = keyof typeof numberSettings;

/** Clamps a value to its range; returns `usual` if it isn't a valid number. */
export function boundedNumber(value: unknown, bounds: Bounds, usual = bounds.usual): number {
  const { min, max, isWhole, canBeOff } = bounds;
  if (typeof value !== 'number' || !Number.isFinite(value)) return usual;
  if (value <= 0 && min > 0) return canBeOff ? 0 : usual;
  const within = Math.min(max, Math.max(min, value));
  return isWhole ? Math.round(within) : within;
}
