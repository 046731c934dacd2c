import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import { formatNumber } from '../../../../model/formatNumber.ts';
import { timeOfDay } from '../../../../model/momentFormat.ts';
import type {
  ColumnProfile,
  ProfiledValue,
  ProfileState,
  RepeatedValue,
} from '../../../../model/list/columnProfile.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import { tableWords } from '../tableWords.ts';
import { profileWords } from './profileWords.ts';

/** Max length of a value in the pane. */
const maxTextLength = 300;

/** The filter that a click on a number sets. */
export type ProfileFilter =
  | { readonly kind: 'filled' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: string };

/** State and actions of the pane. */
export interface ProfileContent {
  /** Undefined until the table's columns are known. */
  readonly column: Column | undefined;
  readonly label: string;
  /** The parts of the profiled query; empty for all records. */
  readonly scope: readonly string[];
  /** The parts of the table's query, if it differs. */
  readonly tableShows: readonly string[] | undefined;
  /** Undefined until the first response. */
  readonly state: ProfileState | undefined;
  /** Why reading could not start. */
  readonly failure: string | undefined;
  /** Time in milliseconds when everything was read. */
  readonly completeAt: number | undefined;
  readonly formatter: Pick<CellFormatter, 'number' | 'textOf'>;
  /** Filters the table; omitted if the column can't be filtered. */
  readonly filter?: (target: ProfileFilter) => void;
  readonly showAll: () => void;
  readonly openRecord: (id: string) => void;
  readonly stop: () => void;
  readonly resume: () => void;
  readonly readAgain: () => void;
  readonly close: () => void;
}

/** Renders the profile of a column. */
export function profileContent(content: ProfileContent): TemplateResult {
  const { state, label, close, readAgain } = content;
  return html`
    <header>
      <h2 tabindex="-1" dir="auto">${profileWords.title(label)}</h2>
      ${state?.end?.kind === 'complete' ? tool(profileWords.readAgain, 'refresh', readAgain) : nothing}
      ${tool(profileWords.close, 'close', close)}
    </header>
    ${scopeLines(content)} ${stateLines(content)}
    ${state && state.profile.read > 0 ? new ProfileNumbers(content, state).render() : nothing}
  `;
}

function tool(name: string, icon: string, act: () => void): TemplateResult {
  return html`<button class="tool" type="button" title=${name} aria-label=${name} @click=${act}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

function plain(name: string, act: () => void): TemplateResult {
  return html`<button class="plain second" type="button" @click=${act}>${name}</button>`;
}

/** Says which records the profile covers, and which ones the table shows if these differ. */
function scopeLines({ scope, tableShows, showAll }: ProfileContent): TemplateResult {
  const inWords = (parts: readonly string[]): string => tableWords.list(parts);
  return html`
    <p class="scope" dir="auto">${scope.length === 0 ? profileWords.allRecords : profileWords.scope(inWords(scope))}</p>
    ${
      tableShows === undefined
        ? nothing
        : html`<p class="elsewhere" dir="auto">
            ${tableShows.length === 0 ? profileWords.tableShowsAll : profileWords.tableShows(inWords(tableShows))}
            <button type="button" class="linklike" @click=${showAll}>${profileWords.showAllProfiled}</button>
          </p>`
    }
  `;
}

/** Reading progress. The numbers change often, so only the start and the end are announced to screen readers. */
function stateLines({ state, failure, completeAt, stop, resume, readAgain }: ProfileContent): TemplateResult {
  if (failure !== undefined)
    return html`<p class="remark error" role="status" dir="auto">${failure}</p>
      <div class="actions">${plain(profileWords.retry, readAgain)}</div>`;
  if (!state) return html`<p role="status">${profileWords.starting}</p>`;
  const { profile, total, end } = state;
  if (!end)
    return html`<p class="unseen" role="status">${profileWords.starting}</p>
      <p class="reading" id="profile-reading">${profileWords.reading(profile.read, total)}</p>
      ${progressBar(profile.read, total)}
      <div class="actions">${plain(profileWords.stop, stop)}</div>`;
  if (end.kind === 'stopped') {
    const { why, canContinue } = end;
    const sentence = why === undefined ? profileWords.stopped(profile.read) : profileWords.failed(profile.read, why);
    return html`<p class="remark ${why === undefined ? 'warning' : 'error'}" role="status" dir="auto">${sentence}</p>
      <div class="actions">
        ${canContinue ? plain(profileWords.resume, resume) : plain(profileWords.retry, readAgain)}
      </div>`;
  }
  return html`<p role="status">
      ${profile.read === 0 ? profileWords.noRecords : profileWords.complete(profile.read, timeOfDay(completeAt ?? 0))}
    </p>
    ${end.notes.map((note) => html`<p class="remark warning" dir="auto">${note}</p>`)}
    ${end.said.map((sentence) => html`<p class="remark" dir="auto">${sentence}</p>`)}`;
}

function progressBar(read: number, total: number | undefined): TemplateResult {
  return total === undefined
    ? html`<progress aria-labelledby="profile-reading"></progress>`
    : html`<progress
        aria-labelledby="profile-reading"
        max=${Math.max(total, 1)}
        .value=${Math.min(read, total)}
      ></progress>`;
}

/** The counts of a profile. A count that doesn't cover all records shows how many it covers. */
class ProfileNumbers {
  readonly #content: ProfileContent;
  readonly #profile: ColumnProfile;
  readonly #isComplete: boolean;

  constructor(content: ProfileContent, { profile, end }: ProfileState) {
    this.#content = content;
    this.#profile = profile;
    this.#isComplete = end?.kind === 'complete';
  }

  render(): TemplateResult {
    const { unused, repeated } = this.#profile;
    return html`
      <dl aria-label=${profileWords.facts}>${this.#facts()}</dl>
      ${this.#frequent()}
      ${
        unused === undefined
          ? nothing
          : html`<h3>${profileWords.unused} ${this.#note()}</h3>
              ${
                unused.length === 0
                  ? html`<p>${profileWords.none}</p>`
                  : html`<ul class="unused">
                      ${unused.map(({ value, text }) => html`<li dir="auto">${text || value}</li>`)}
                    </ul>`
              }`
      }
      ${repeated.listed && repeated.values > 0 ? this.#repeated(repeated.listed) : nothing}
    `;
  }

  #facts(): readonly TemplateResult[] {
    const { read, empty, distinct, isDistinctCut, repeated } = this.#profile;
    const filled = read - empty;
    return [
      this.#fact(profileWords.filled, this.#count({ kind: 'filled' }, filled), filled),
      this.#fact(profileWords.empty, this.#count({ kind: 'empty' }, empty), empty),
      this.#fact(
        profileWords.distinct,
        this.#count({ kind: 'filled' }, distinct, isDistinctCut ? profileWords.moreThan(distinct) : undefined),
      ),
      this.#fact(
        profileWords.repeated,
        repeated.values === 0
          ? formatNumber(0)
          : this.#listDoor(profileWords.repeatedValues(repeated.values, repeated.records)),
      ),
      ...this.#numberFacts(filled),
      ...this.#momentFacts(filled),
      ...this.#truthFacts(filled),
      ...this.#lengthFacts(),
    ];
  }

  #numberFacts(filled: number): readonly TemplateResult[] {
    const { column, formatter } = this.#content;
    const { numbers } = this.#profile;
    if (!numbers || !column) return [];
    const { count, min, max, average, sum } = numbers;
    const number = (value: string): string => formatter.number(value, column);
    return [
      this.#fact(profileWords.min, this.#value(min)),
      this.#fact(profileWords.max, this.#value(max)),
      ...(average === undefined
        ? []
        : [this.#fact(profileWords.average, this.#filterButton({ kind: 'filled' }, number(average)))]),
      ...(sum === undefined ? [] : [this.#fact(profileWords.sum, this.#filterButton({ kind: 'filled' }, number(sum)))]),
      ...this.#others(profileWords.nonNumeric, filled - count),
    ];
  }

  #momentFacts(filled: number): readonly TemplateResult[] {
    const { moments } = this.#profile;
    if (!moments) return [];
    const isTime = this.#content.column?.kind === 'time';
    return [
      this.#fact(isTime ? profileWords.earliest : profileWords.oldest, this.#value(moments.oldest)),
      this.#fact(isTime ? profileWords.latest : profileWords.newest, this.#value(moments.newest)),
      ...this.#others(profileWords.ambiguousDates, filled - moments.count),
    ];
  }

  #truthFacts(filled: number): readonly TemplateResult[] {
    const { truths } = this.#profile;
    if (!truths) return [];
    const { yes, no } = truths;
    const is = (truth: boolean): ProfileFilter => ({ kind: 'value', value: truth ? '1' : '0' });
    return [
      this.#fact(profileWords.yes, this.#count(is(true), yes), yes),
      this.#fact(profileWords.no, this.#count(is(false), no), no),
      ...this.#others(profileWords.otherValues, filled - yes - no),
    ];
  }

  #lengthFacts(): readonly TemplateResult[] {
    const { lengths } = this.#profile;
    const { column, formatter } = this.#content;
    if (!lengths || !column) return [];
    const ofLength = (value: ProfiledValue, length: number): TemplateResult =>
      html`${this.#value(value)}<span class="letters">${profileWords.characters(formatNumber(length))}</span>`;
    const average = formatter.number(lengths.average, { ...column, decimals: 0 });
    return [
      this.#fact(profileWords.shortest, ofLength(lengths.shortest, lengths.min)),
      this.#fact(profileWords.longest, ofLength(lengths.longest, lengths.max)),
      this.#fact(profileWords.averageLength, this.#filterButton({ kind: 'filled' }, profileWords.characters(average))),
    ];
  }

  /** Number of values that don't match the kind of the column, if any. */
  #others(label: string, count: number): readonly TemplateResult[] {
    return count > 0 ? [this.#fact(label, formatNumber(count), count)] : [];
  }

  /** With `part`, also shows its percentage of all records. */
  #fact(label: string, value: TemplateResult | string, part?: number): TemplateResult {
    const { read } = this.#profile;
    const share = part !== undefined && this.#isComplete ? profileWords.percent(part, read) : undefined;
    return html`<div>
      <dt>${label}</dt>
      <dd>${value} ${share === undefined ? this.#note() : html`<span class="share">${share}</span>`}</dd>
    </div>`;
  }

  /** Number of records that a count covers, until all are counted. */
  #note(): TemplateResult | typeof nothing {
    return this.#isComplete ? nothing : html`<span class="share">${profileWords.ofFirst(this.#profile.read)}</span>`;
  }

  #textOf({ value }: ProfiledValue): string {
    const { column, formatter } = this.#content;
    return column ? formatter.textOf(value, column) : value;
  }

  /** A value that filters the table, unless only its beginning is known. */
  #value(profiled: ProfiledValue): TemplateResult {
    const text = this.#textOf(profiled);
    if (profiled.isCut) return html`<span class="value" dir="auto" title="${text}…">${shortened(`${text}…`)}</span>`;
    return this.#filterButton({ kind: 'value', value: profiled.value }, text);
  }

  #count(target: ProfileFilter, count: number, text = formatNumber(count)): TemplateResult | string {
    return count > 0 ? this.#filterButton(target, text) : text;
  }

  /** Filters for the records that a number is about. */
  #filterButton(target: ProfileFilter, text: string): TemplateResult {
    const { filter } = this.#content;
    if (!filter) return html`<span class="value" dir="auto" title=${text}>${shortened(text)}</span>`;
    return html`<button
      type="button"
      class="linklike value"
      dir="auto"
      title=${text}
      aria-description=${profileWords.filterTheTable}
      @click=${() => filter(target)}
    >
      ${shortened(text)}
    </button>`;
  }

  /** Opens the list of repeated values, once there is one. */
  #listDoor(text: string): TemplateResult | string {
    if (!this.#profile.repeated.listed) return text;
    const open = (event: Event): void => {
      const details = (event.currentTarget as Element).closest('.profile')?.querySelector('details');
      if (!details) return;
      details.open = true;
      details.querySelector('summary')?.focus();
    };
    return html`<button type="button" class="linklike" @click=${open}>${text}</button>`;
  }

  #frequent(): TemplateResult | typeof nothing {
    const { frequent, distinct, isDistinctCut } = this.#profile;
    const [first] = frequent;
    if (!first) return nothing;
    const heading = html`<h3>${profileWords.frequent} ${this.#note()}</h3>`;
    if (first.count === 1 && distinct > 1)
      return html`${heading}
        <p>${profileWords.everyOnce}</p>`;
    return html`${heading}
      <ol class="frequent">
        ${frequent.map((one) => this.#frequentLine(one, one.count, first.count))}
      </ol>
      ${isDistinctCut ? html`<p class="remark warning">${profileWords.firstDistinct(distinct)}</p>` : nothing}`;
  }

  #frequentLine(value: ProfiledValue, count: number, max: number): TemplateResult {
    return html`<li>
      ${this.#value(value)}<span class="count">${formatNumber(count)}</span>
      <svg class="bar" aria-hidden="true">${svg`<rect width="${(count * 100) / max}%" height="100%"></rect>`}</svg>
      <span class="share">
        ${this.#isComplete ? profileWords.percent(count, this.#profile.read) : profileWords.ofFirst(this.#profile.read)}
      </span>
    </li>`;
  }

  #repeated(listed: readonly RepeatedValue[]): TemplateResult {
    const { values } = this.#profile.repeated;
    return html`<details>
      <summary>${profileWords.repeatedTitle} ${this.#note()}</summary>
      ${listed.length < values ? html`<p>${profileWords.someListed(listed.length, values)}</p>` : nothing}
      <ul class="repeated">
        ${listed.map((one) => this.#repeatedLine(one))}
      </ul>
    </details>`;
  }

  #repeatedLine(repeated: RepeatedValue): TemplateResult {
    const { count, records } = repeated;
    const left = count - records.length;
    return html`<li>
      <div>${this.#value(repeated)}<span class="share">${profileWords.times(count)}</span></div>
      <ul>
        ${records.map(({ id, name }) => html`<li>${this.#record(id, name)}</li>`)}
        ${left > 0 ? html`<li class="share">${profileWords.more(left)}</li>` : nothing}
      </ul>
    </li>`;
  }

  #record(id: string | null, name: string): TemplateResult {
    const { openRecord } = this.#content;
    if (id === null) return html`<span dir="auto">${name}</span>`;
    const text = name || profileWords.unnamed(id);
    return html`<button
      type="button"
      class="linklike"
      dir="auto"
      title=${text}
      aria-description=${profileWords.openRecord}
      @click=${() => openRecord(id)}
    >
      ${text}
    </button>`;
  }
}

/** Truncates the text; the tooltip has all of it. */
function shortened(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}
