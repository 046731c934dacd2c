/** Range of a numeric setting. Duplicated in package.json for the settings editor; a test compares them. */
interface Bounds {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: true;
  /** 0 disables it. */
  readonly canBeOff?: true;
}

const keptDays = { usual: 30, least: 1, most: 3_650, isWhole: true } as const;

/** By the names in `manifest.ts`, plus those of a connection. Max duration is 24 days, the limit of a timer. */
export const numberSettings = {
  pageSize: { usual: 100, least: 10, most: 1_000, isWhole: true },
  requestTimeout: { usual: 30, least: 1, most: 600 },
  bulkConcurrency: { usual: 4, least: 1, most: 16, isWhole: true },
  bulkAskCountAbove: { usual: 100, least: 0, most: 1_000_000_000, isWhole: true },
  journalKeepDays: keptDays,
  historyKeepDays: { ...keptDays, least: 0 },
  autoRefreshSeconds: { usual: 0, least: 5, most: 86_400, canBeOff: true },
  watchSeconds: { usual: 60, least: 5, most: 86_400, canBeOff: true },
} as const satisfies Record<string, Bounds>;

/** Allows smaller pages than the general setting, for test services with few records. */
export const connectionNumbers = {
  timeoutSeconds: numberSettings.requestTimeout,
  pageSize: { ...numberSettings.pageSize, least: 1 },
} as const satisfies Record<string, Bounds>;

export type NumberSetting = keyof typeof numberSettings;

/** Clamps a value to its range; returns `usual` if it isn't a valid number. */
export function boundedNumber(value: unknown, bounds: Bounds, usual = bounds.usual): number {
  const { least, most, isWhole, canBeOff } = bounds;
  if (typeof value !== 'number' || !Number.isFinite(value)) return usual;
  if (value <= 0 && least > 0) return canBeOff ? 0 : usual;
  const within = Math.min(most, Math.max(least, value));
  return isWhole ? Math.round(within) : within;
}
