import { t } from '@vscode/l10n';
import { keepFocus } from './keyboard.ts';
import { numberLocale } from '../../../model/formatNumber.ts';

/** Update interval; the age is shown in minutes. */
const between = 20_000;

const minute = 60_000;

/** Shows that the service is unreachable and how old the cached data is. */
export class LastSeenBanner {
  readonly element = document.createElement('div');
  readonly #text = document.createElement('p');
  /** Announced once, because the visible age keeps changing. */
  readonly #spoken = document.createElement('span');
  readonly #leave: () => void;
  #seenAt: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `leave` receives focus when the banner is removed. */
  constructor(onRetry: () => void, leave: () => void) {
    this.#leave = leave;
    this.element.className = 'seen banner warning';
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', t('Last seen'));
    this.element.hidden = true;
    const icon = document.createElement('span');
    icon.className = 'codicon codicon-history';
    icon.ariaHidden = 'true';
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.className = 'plain second';
    retry.textContent = t('Try Again');
    retry.addEventListener('click', onRetry);
    this.#spoken.className = 'unseen';
    this.#spoken.setAttribute('role', 'status');
    this.element.append(icon, this.#text, this.#spoken, retry);
  }

  /** Undefined if the data comes from the service. */
  show(seenAt: number | undefined): void {
    if (seenAt === this.#seenAt) return;
    this.#seenAt = seenAt;
    keepFocus(this.element, () => (this.element.hidden = seenAt === undefined), this.#leave);
    clearInterval(this.#timer);
    this.#timer = seenAt === undefined ? undefined : setInterval(() => this.#update(), between);
    this.#update();
    this.#spoken.textContent = this.#text.textContent;
  }

  #update(): void {
    const text = this.#seenAt === undefined ? '' : seenSentence(this.#seenAt, Date.now());
    // write only changes: a screen reader may be on it
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }
}

function seenSentence(seenAt: number, now: number): string {
  return t(
    "The service can't be reached. This is the version last seen {0} ({1}). It may have changed since.",
    age(now - seenAt),
    clock(seenAt, now),
  );
}

function age(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / minute);
  if (minutes === 0) return t('less than a minute ago');
  const formatter = new Intl.RelativeTimeFormat(numberLocale(), { numeric: 'always' });
  if (minutes < 60) return formatter.format(-minutes, 'minute');
  return minutes < 48 * 60
    ? formatter.format(-Math.floor(minutes / 60), 'hour')
    : formatter.format(-Math.floor(minutes / 1440), 'day');
}

function clock(seenAt: number, now: number): string {
  const isToday = new Date(seenAt).toDateString() === new Date(now).toDateString();
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return new Date(seenAt).toLocaleString(numberLocale(), isToday ? time : { dateStyle: 'medium', timeStyle: 'short' });
}
