import * as vscode from 'vscode';
import { settings } from '../manifest.ts';

/** How many records are read or written at the same time. */
export function bulkConcurrency(): number {
  return bounded(settings.bulkConcurrency, 4, 1, 16);
}

/** Above so many records the count has to be typed. */
export function askCountAbove(): number {
  return bounded(settings.bulkAskCountAbove, 100, 0, Number.MAX_SAFE_INTEGER);
}

export function journalKeepDays(): number {
  return bounded(settings.journalKeepDays, 30, 1, 3_650);
}

function bounded(setting: string, usual: number, least: number, most: number): number {
  const value = vscode.workspace.getConfiguration().get<number>(setting);
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : usual;
}
