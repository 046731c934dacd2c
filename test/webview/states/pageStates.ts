import {
  licenseHost,
  type LicenseStart,
  type SignupAnswer,
  signupHost,
  type SignupStart,
} from '../../../src/features/account/accountProtocol.ts';
import { connectionFormHost, type ConnectionFormStart } from '../../../src/features/connection/connectionProtocol.ts';
import { signupOffer } from '../../support/signupOffer.ts';
import { connectionHost, connectionStart, wrongConnection } from '../connectionSample.ts';
import { signupStart } from '../signupSample.ts';
import {
  arabicName,
  hebrewName,
  longSentence,
  longWord,
  never,
  type SheetState,
  type SheetView,
  type StateName,
} from './sheetState.ts';

type Show = (view: SheetView) => Promise<void>;
const waits: Show = () => Promise.resolve();
const gone = 'The connection was refused. Check that the service is running and that the address and port are correct.';

/** Selector for what is on the page in this state. */
function shown(state: StateName, page: string): string {
  return state === 'loading' ? '.opening' : state === 'service gone' ? '[role=alert]' : page;
}

function connection(
  state: StateName,
  start: ConnectionFormStart | undefined,
  then: Show = waits,
  part?: string,
): SheetState {
  return {
    page: 'connection',
    state,
    ...(part !== undefined && { part }),
    show: async (view) => {
      const host = connectionHost(start ?? connectionStart);
      await view.openWith('connection', connectionFormHost, {
        ...host,
        ...(!start && { start: () => never<ConnectionFormStart>() }),
        save: () => ({ problems: { name: 'Another connection has this name.' } }),
        test: () => ({ works: false, sentence: gone }),
        tryAddress: () => ({ works: false, sentence: gone }),
      });
      if (start) await view.page.locator('form').waitFor();
      await then(view);
    },
  };
}

function connectionCalled(name: string): ConnectionFormStart {
  const saved = { ...connectionStart.saved, name, extraCa: name, proxy: name };
  return { ...connectionStart, saved, draft: { ...saved, readOnly: true } };
}

export const connectionStates: readonly SheetState[] = [
  connection('as usual', connectionStart),
  connection(
    'as usual',
    connectionStart,
    async (view) => view.page.getByText(view.word('Advanced'), { exact: true }).click(),
    'advanced',
  ),
  connection('nothing', { ...connectionStart, draft: { ...connectionStart.saved, name: '', baseUrl: '' } }),
  connection('very long', connectionCalled(longSentence)),
  connection('right to left', connectionCalled(hebrewName)),
  connection('loading', undefined),
  connection('service gone', connectionStart, async (view) => {
    await view.page.getByRole('button', { name: view.word('Test'), exact: true }).click();
    await view.page.getByText(gone).first().waitFor();
  }),
  connection(
    'service gone',
    connectionStart,
    async ({ page }) => {
      await page.locator('#baseUrl').fill('records.example.cmo');
      await page.locator('#baseUrl-answer').getByText(gone).waitFor();
    },
    'address',
  ),
  connection('refused', wrongConnection),
];

interface SignupStateOptions {
  readonly part?: string;
  readonly more?: Partial<SignupStart>;
  readonly answer?: SignupAnswer;
  readonly act?: Show;
}

function signup(state: StateName, { part, more = {}, answer, act = waits }: SignupStateOptions = {}): SheetState {
  return {
    page: 'sign-up',
    state,
    ...(part && { part }),
    show: async (view) => {
      const start = { ...signupStart(await signupOffer()), isLicenseOpened: true, ...more };
      await view.openWith('signup', signupHost, {
        start: () => {
          if (state === 'loading') return never<SignupStart>();
          if (state === 'service gone') throw new Error(`Could not read the sign-up form. ${gone}`);
          return start;
        },
        openLicense: () => undefined,
        submit: () => answer ?? never<SignupAnswer>(),
      });
      await view.page.locator(shown(state, 'form')).waitFor();
      await act(view);
    },
  };
}

const submit: Show = async ({ page }) => {
  for (const input of await page.locator('main :is(input[type=text], input[type=password])').all())
    await input.fill('zoe');
  for (const select of await page.locator('main select').all()) await select.selectOption({ index: 1 });
  await page.locator('.agreement input, main input[type=checkbox]').last().check();
  await page.locator('footer button').first().click();
};

export const signupStates: readonly SheetState[] = [
  signup('as usual'),
  signup('as usual', {
    part: 'done',
    answer: { kind: 'done', sentences: ['Welcome, Zoë.', 'Get a token.'], next: 'addConnection' },
    act: submit,
  }),
  signup('very long', { more: { service: longSentence, address: `https://${longWord}.example.com` } }),
  signup('right to left', { more: { service: hebrewName, address: 'https://records.example.com' } }),
  signup('loading'),
  signup('service gone'),
  signup('may not', {
    more: {
      closed:
        'Example does not allow public sign-up. Ask its administrator for an account and a token, then add the connection.',
    },
  }),
  signup('refused', {
    act: async ({ page }) => {
      await page.locator('footer button').first().click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  }),
];

const text = `<h1>License</h1><p>Between <strong>you</strong> and us. See <a href="https://example.com/terms">the terms</a>.</p>
<ul><li>One</li><li>Two</li></ul><table><tr><th>Term</th><th>Meaning</th></tr><tr><td>Record</td><td>A lead</td></tr></table>
<blockquote>Quoted</blockquote><pre>as it is</pre>`;

function license(state: StateName, html: string, more: Partial<LicenseStart> = {}): SheetState {
  return {
    page: 'license',
    state,
    show: async (view) => {
      await view.openWith('license', licenseHost, {
        start: () => {
          if (state === 'loading') return never<LicenseStart>();
          if (state === 'service gone') throw new Error(`Could not read the license agreement. ${gone}`);
          return { source: { connection: 'demo' }, service: 'Example', html, ...more };
        },
      });
      await view.page.locator(shown(state, '.bar')).waitFor();
    },
  };
}

export const licenseStates: readonly SheetState[] = [
  license('as usual', text, { messages: ['New since May.'] }),
  license('nothing', ' '),
  license('one', 'Do what you want.'),
  license('very many', text.repeat(100)),
  license('very long', `<h1>${longSentence}</h1><p>${longWord.repeat(4)}</p><pre>${longSentence}</pre>`, {
    service: longSentence,
    messages: [longWord],
  }),
  license('right to left', `<h1>${arabicName}</h1><p>${hebrewName}</p><ul><li>${arabicName}</li></ul>`, {
    service: hebrewName,
  }),
  license('loading', ''),
  license('service gone', ''),
];
