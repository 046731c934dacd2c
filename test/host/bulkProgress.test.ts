import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showRunProgress } from '../../src/platform/bulkProgress.ts';
import type { ActiveRun } from '../../src/services/bulk/bulkRuns.ts';
import { waitUntil } from './waitUntil.ts';
import { inWindow, promptWithoutAnswer } from './prompts.ts';

interface Notice {
  readonly reports: string[];
  isOpen: boolean;
  readonly cancel: vscode.CancellationTokenSource;
}

/** The notifications that a run opens during `work`. */
async function noticesDuring(work: (notices: readonly Notice[]) => Promise<void>): Promise<void> {
  const notices: Notice[] = [];
  const withProgress = async (
    _: unknown,
    run: (progress: object, token: vscode.CancellationToken) => Promise<unknown>,
  ): Promise<unknown> => {
    const notice = { reports: [] as string[], isOpen: true, cancel: new vscode.CancellationTokenSource() };
    notices.push(notice);
    const report = ({ message }: { message: string }): void => void notice.reports.push(message);
    const end = await run({ report }, notice.cancel.token);
    notice.isOpen = false;
    return end;
  };
  await inWindow({ withProgress }, () => work(notices));
}

function startedRun(): { active: ActiveRun; end: () => void; wasCanceled: () => boolean } {
  const ended = Promise.withResolvers<'finished'>();
  let isCanceled = false;
  const counts = { done: 1, failed: 0, unclear: 0, waiting: 2, sent: 0 };
  const runner = {
    ledger: { plan: { title: 'Edit City of 3 records' }, counts, total: 3 },
    pace: { rate: () => undefined },
    status: 'running',
    cancel: () => (isCanceled = true),
  };
  const active = { runner, ended: ended.promise } as unknown as ActiveRun;
  return { active, end: () => ended.resolve('finished'), wasCanceled: () => isCanceled };
}

describe('progress of a bulk run', () => {
  it('is shown on its page while that is active, and in a notification otherwise', () =>
    noticesDuring(async (notices) => {
      const { active, end, wasCanceled } = startedRun();
      const page = { isInFront: true, show: () => undefined };
      const said = await promptWithoutAnswer('showInformationMessage', async () => {
        const shown = showRunProgress(active, page);
        // as long as it would take to open one
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        assert.equal(notices.length, 0);
        page.isInFront = false;
        await waitUntil('a notification', () => notices[0]?.reports[0] === '1 of 3');
        notices[0]?.cancel.cancel();
        assert.ok(wasCanceled());
        page.isInFront = true;
        await waitUntil('none', () => notices[0]?.isOpen === false);
        end();
        await shown;
      });
      assert.equal(notices.length, 1);
      assert.deepEqual(said, [], 'its page says how it ended');
    }));

  it('ends with a notification when its page is not active', () =>
    noticesDuring(async (notices) => {
      const { active, end } = startedRun();
      const said = await promptWithoutAnswer('showInformationMessage', async () => {
        const shown = showRunProgress(active, { isInFront: false, show: () => undefined });
        await waitUntil('a notification', () => notices.length === 1);
        end();
        await shown;
      });
      assert.equal(notices[0]?.isOpen, false);
      assert.deepEqual(said, ['Edit City of 3 records: 1 of 3 done.']);
    }));
});
