import type { Browser } from 'playwright-core';
import { BenchPage, withBrowser } from './benchBrowser.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { type BenchPages, type PageName, serveBenchPages } from './benchPages.ts';
import { alternate, quantile } from './interleave.ts';
import { staticForm } from './longForm.ts';

const fields = 300;
const turns = 15;
const warmUp = 2;
const typingTurns = 9;
/** Typed one at a time, each after the previous one is painted. */
const strokes = 40;

export default async function form(report: Report): Promise<void> {
  const pages = await serveBenchPages((search) => staticForm(Number(search.get('fields'))));
  return withBrowser(async (browser) => {
    report(await opening(browser, pages));
    report(await typing(browser, pages));
  });
}

async function opening(browser: Browser, pages: BenchPages): Promise<BenchLine> {
  const work = new Map<PageName, number[]>();
  const opened = (name: PageName) => async () => {
    const page = await BenchPage.open(browser, pages.address(name, { fields, last: fields - 1 }));
    const painted = await page.evaluate<number>('paintedAt');
    work.set(name, [...(work.get(name) ?? []), await page.workSoFar()]);
    await page.close();
    return painted;
  };
  const compared = await alternate(opened('form'), opened('bareForm'), turns, warmUp);
  const worked = (name: PageName): string => quantile(work.get(name) ?? [], 0.5).toFixed(0);
  return {
    name: `open a form of ${fields} fields ÷ the same as static HTML`,
    ratio: compared.ratio,
    limit: 1.4,
    spread: compared.spread,
    detail: `${compared.ours.toFixed(0)} ms ÷ ${compared.theirs.toFixed(0)} ms; work ${worked('form')} ÷ ${worked('bareForm')} ms`,
  };
}

async function typing(browser: Browser, pages: BenchPages): Promise<BenchLine> {
  const work = new Map<PageName, number[]>();
  const typed = (name: PageName, count: number) => async () => {
    const page = await BenchPage.open(browser, pages.address(name, { fields: count, last: count - 1 }));
    await page.evaluate<number>('paintedAt');
    await page.page.getByLabel('Record 0', { exact: true }).click();
    const { task } = await page.workOf(async () => {
      for (let stroke = 1; stroke <= strokes; stroke++) {
        await page.page.keyboard.press('a');
        await page.evaluate(`seen(${stroke})`);
      }
    });
    work.set(name, [...(work.get(name) ?? []), (task * 1_000) / strokes]);
    const taken = await page.evaluate<number[]>('strokes');
    await page.close();
    return quantile(taken, 0.5);
  };
  const compared = await alternate(typed('form', fields), typed('bareForm', 1), typingTurns, 1);
  const worked = (name: PageName): string => quantile(work.get(name) ?? [], 0.5).toFixed(1);
  return {
    name: `key stroke to painted in a form of ${fields} fields ÷ in a bare input`,
    ratio: compared.ratio,
    limit: 2,
    spread: compared.spread,
    detail: `${compared.ours.toFixed(1)} ms ÷ ${compared.theirs.toFixed(1)} ms; work ${worked('form')} ÷ ${worked('bareForm')} ms`,
  };
}
