/**
 * State of an open document besides its text. The parts change independently: the next save may run before VS Code has
 * been notified of the previous one, and a page can block saving at any time.
 */
export interface DocumentState<Result, Saved> {
  /** The save in flight; one at a time. */
  readonly sending: Sending<Result> | undefined;
  readonly report: Report<Saved>;
  /** Why the next save is rejected: the input isn't a valid value yet. */
  readonly held: string | undefined;
  readonly content: Content;
  /** The reload in progress. */
  readonly rereading: Promise<void> | undefined;
}

interface Sending<Result> {
  readonly text: string;
  readonly ended: Promise<Result>;
}

/**
 * What VS Code hasn't been notified of after the last save.
 * - `ahead`: a page has saved, and VS Code is asked to mark the document as saved; its write sends nothing
 * - `written`: the file is written, and VS Code is about to report the document as saved
 */
export type Report<Saved> =
  | { readonly kind: 'none' }
  | { readonly kind: 'ahead'; readonly saved: Saved }
  | { readonly kind: 'written'; readonly saved: Saved };

/**
 * What VS Code reads next.
 * - `asked`: the service's response
 * - `ready`: this text, which was just read
 * - `unread`: the document shows why it has no record. It is read-only, since input would be lost when the message is
 * replaced.
 * While `isNews`, VS Code gets the message without another request
 */
export type Content =
  | { readonly kind: 'asked' }
  | { readonly kind: 'ready'; readonly text: string }
  | { readonly kind: 'unread'; readonly why: string; readonly isNews: boolean };

export type DocumentEvent<Result, Saved> =
  | { readonly kind: 'sending'; readonly text: string; readonly ended: Promise<Result> }
  | { readonly kind: 'sent' }
  | { readonly kind: 'savedAhead'; readonly saved: Saved }
  /** VS Code was asked to mark the document as saved and has finished, successfully or not. */
  | { readonly kind: 'marked' }
  /** VS Code begins to write the file, and has written it. */
  | { readonly kind: 'writing' }
  | { readonly kind: 'written'; readonly saved: Saved }
  /** VS Code has reported the document as saved. */
  | { readonly kind: 'reported' }
  | { readonly kind: 'held'; readonly why: string }
  | { readonly kind: 'released' }
  | { readonly kind: 'rereading'; readonly ended: Promise<void> }
  | { readonly kind: 'reread' }
  /** The record was read; VS Code has it or gets it on its next read. */
  | { readonly kind: 'wasRead'; readonly ready?: string }
  | { readonly kind: 'notRead'; readonly why: string; readonly isNews: boolean }
  /** VS Code reads the file. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'closed' };

export const atRest: DocumentState<never, never> = {
  sending: undefined,
  report: { kind: 'none' },
  held: undefined,
  content: { kind: 'asked' },
  rereading: undefined,
};

export function transition<Result, Saved>(
  state: DocumentState<Result, Saved>,
  event: DocumentEvent<Result, Saved>,
): DocumentState<Result, Saved> {
  const { report, content } = state;
  switch (event.kind) {
    case 'sending':
      if (state.sending) throw new Error('a document has one save at a time');
      return { ...state, sending: { text: event.text, ended: event.ended } };
    case 'sent':
      return { ...state, sending: undefined };
    case 'savedAhead':
      return { ...state, report: { kind: 'ahead', saved: event.saved } };
    case 'marked':
      return report.kind === 'ahead' ? { ...state, report: atRest.report } : state;
    case 'writing':
      return report.kind === 'written' ? { ...state, report: atRest.report } : state;
    case 'written':
      return { ...state, report: { kind: 'written', saved: event.saved } };
    case 'reported':
      return { ...state, report: atRest.report };
    case 'held':
      return { ...state, held: event.why };
    case 'released':
      return { ...state, held: undefined };
    case 'rereading':
      return { ...state, rereading: event.ended };
    case 'reread':
      return { ...state, rereading: undefined };
    case 'wasRead':
      if (event.ready !== undefined) return { ...state, content: { kind: 'ready', text: event.ready } };
      return content.kind === 'unread' ? { ...state, content: atRest.content } : state;
    case 'notRead':
      return { ...state, content: { kind: 'unread', why: event.why, isNews: event.isNews } };
    case 'reading':
      return { ...state, content: content.kind === 'unread' ? { ...content, isNews: false } : atRest.content };
    case 'closed':
      return { ...state, content: atRest.content };
  }
}

function isAtRest({ sending, report, held, content, rereading }: DocumentState<unknown, unknown>): boolean {
  return !sending && report.kind === 'none' && held === undefined && content.kind === 'asked' && !rereading;
}

/** The states of the documents of one kind, by their addresses. */
export class DocumentSaves<Result, Saved> {
  readonly #states = new Map<string, DocumentState<Result, Saved>>();

  get(document: string): DocumentState<Result, Saved> {
    return this.#states.get(document) ?? atRest;
  }

  /** Returns the previous state. */
  apply(document: string, event: DocumentEvent<Result, Saved>): DocumentState<Result, Saved> {
    const before = this.get(document);
    const after = transition(before, event);
    if (isAtRest(after)) this.#states.delete(document);
    else this.#states.set(document, after);
    return before;
  }

  /**
   * Sends one save per document at a time: a save changes the draft, which the writer's per-record queue doesn't
   * protect. Saving the same text again joins the save in flight, unless `mayJoin` is false because it does more than
   * store the text.
   */
  async send(document: string, text: string, save: () => Promise<Result>, mayJoin = true): Promise<Result> {
    for (let { sending } = this.get(document); sending; { sending } = this.get(document)) {
      if (sending.text === text && mayJoin) return sending.ended;
      await sending.ended.catch(() => undefined);
    }
    const ended = save().finally(() => this.apply(document, { kind: 'sent' }));
    this.apply(document, { kind: 'sending', text, ended });
    return ended;
  }
}
