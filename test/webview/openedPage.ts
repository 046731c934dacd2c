import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Channel, type Handlers, RemoteError, type Side } from '../../src/features/common/channel.ts';
import { describePages, type PageSize, ShownPage } from './openedPages.ts';
import { pageViolations } from './pageViolations.ts';
import type { ThemeName } from './themes.ts';

/** A webview in a page without VS Code. Its host is the test. */
export class OpenedPage extends ShownPage {
  /** All messages the page sent to its host. */
  readonly sent: unknown[];
  /** URLs the page requested after it was loaded. */
  readonly requested: string[] = [];

  constructor(page: Page, sent: unknown[]) {
    super(page);
    this.sent = sent;
  }

  received(name: string): unknown[] {
    return this.sent.flatMap((message) => {
      const { kind, name: event, data } = message as { kind?: string; name?: string; data?: unknown };
      return kind === 'event' && event === name ? [data] : [];
    });
  }

  /** State that VS Code would keep for the page across a reload. */
  state(): Promise<unknown> {
    return this.page.evaluate('keptState');
  }

  /** In the theme that it is shown in, if it is shown in all of them. */
  violations(theme?: ThemeName): Promise<string[]> {
    return pageViolations(this.page, theme);
  }
}

interface PageOptions {
  readonly theme?: ThemeName;
  /** Without the CSP that keeps a page from running foreign code. */
  readonly unguarded?: boolean;
  /** Uses the pseudo-language. */
  readonly isPseudo?: boolean;
  readonly size?: PageSize;
}

const usual: PageSize = { width: 800, height: 900 };

type Open<Host extends Side> = (handlers: Handlers<Host>, options?: PageOptions) => Promise<OpenedPage>;

/** A `describe` whose tests open one of the webviews. */
export function describePage<Host extends Side>(
  title: string,
  name: string,
  host: Host,
  define: (open: Open<Host>) => void,
): void {
  describePages(title, (open) =>
    define(async (handlers, { theme = 'dark', unguarded = false, isPseudo = false, size = usual } = {}) => {
      const { page, address } = await open(size);
      const sent: unknown[] = [];
      await actAsHost(page, host, handlers, sent);
      const shown = new OpenedPage(page, sent);
      await page.goto(
        address(theme, { page: name, ...(unguarded && { unguarded: 1 }), ...(isPseudo && { pseudo: 1 }) }),
      );
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) shown.requested.push(request.url());
      });
      return shown;
    }),
  );
}

/** Lets the test answer the page's requests. */
export async function actAsHost<Host extends Side>(
  page: Page,
  host: Host,
  handlers: Handlers<Host>,
  sent: unknown[],
): Promise<void> {
  const listeners = Object.keys(host.events).map((event) => [event, () => undefined]);
  const channel = new Channel({
    mine: host,
    theirs: { requests: {}, events: {} },
    handlers,
    listeners: Object.fromEntries(listeners) as never,
    post: (message) => {
      const data = JSON.stringify(message);
      void page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${data} }))`).catch(() => undefined);
    },
    onBadMessage: (problem) => assert.fail(problem),
    describeError: (error) => ({
      code: error instanceof RemoteError ? error.code : 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  });
  await page.exposeFunction('toHost', (message: string) => {
    sent.push(JSON.parse(message));
    channel.receive(JSON.parse(message));
  });
  await page.addInitScript(`
    window.keptState = undefined;
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => void window.toHost(JSON.stringify(message)),
      getState: () => window.keptState,
      setState: (state) => { window.keptState = state; },
    });`);
}
