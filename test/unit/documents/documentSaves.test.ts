import assert from 'node:assert/strict';
import {
  atRest,
  type Content,
  type DocumentEvent,
  DocumentSaves,
  type DocumentState,
  type Report,
  transition,
} from '../../../src/documents/documentSaves.ts';

type State = DocumentState<string, string>;
type Event = DocumentEvent<string, string>;

describe('document save state', () => {
  const ended = Promise.resolve('');
  const reread = Promise.resolve();
  const none: Report<string> = { kind: 'none' };
  const ahead: Report<string> = { kind: 'ahead', saved: 'a' };
  const written: Report<string> = { kind: 'written', saved: 'a' };
  const asked: Content = { kind: 'asked' };
  const ready: Content = { kind: 'ready', text: 'x' };
  const unread: Content = { kind: 'unread', why: 'away', isNews: false };
  const news: Content = { ...unread, isNews: true };

  /** The expected transitions of a part's states for each event. */
  const reports: readonly [Event, ...(readonly [from: Report<string>, to: Report<string>])[]][] = [
    [
      { kind: 'savedAhead', saved: 'b' },
      ...[none, ahead, written].map((from) => [from, { ...ahead, saved: 'b' }] as const),
    ],
    [
      { kind: 'written', saved: 'b' },
      ...[none, ahead, written].map((from) => [from, { ...written, saved: 'b' }] as const),
    ],
    [{ kind: 'marked' }, [none, none], [ahead, none], [written, written]],
    [{ kind: 'writing' }, [none, none], [ahead, ahead], [written, none]],
    [{ kind: 'reported' }, [none, none], [ahead, none], [written, none]],
  ];
  const contents: readonly [Event, ...(readonly [from: Content, to: Content])[]][] = [
    [{ kind: 'wasRead' }, [asked, asked], [ready, ready], [unread, asked], [news, asked]],
    [
      { kind: 'wasRead', ready: 'y' },
      ...[asked, ready, unread, news].map((from) => [from, { kind: 'ready', text: 'y' }] as const),
    ],
    [
      { kind: 'notRead', why: 'gone', isNews: true },
      ...[asked, ready, unread, news].map((from) => [from, { ...news, why: 'gone' }] as const),
    ],
    [{ kind: 'reading' }, [asked, asked], [ready, asked], [unread, unread], [news, unread]],
    [{ kind: 'closed' }, [asked, asked], [ready, asked], [unread, asked], [news, asked]],
  ];
  const others: readonly [Event, keyof State, State[keyof State]][] = [
    [{ kind: 'sending', text: 'c', ended }, 'sending', { text: 'c', ended }],
    [{ kind: 'sent' }, 'sending', undefined],
    [{ kind: 'held', why: 'no date' }, 'held', 'no date'],
    [{ kind: 'released' }, 'held', undefined],
    [{ kind: 'rereading', ended: reread }, 'rereading', reread],
    [{ kind: 'reread' }, 'rereading', undefined],
  ];

  const everyState: State[] = [undefined, { text: 'a', ended }].flatMap((sending) =>
    [none, ahead, written].flatMap((report) =>
      [undefined, 'half a date'].flatMap((held) =>
        [asked, ready, unread, news].flatMap((content) =>
          [undefined, reread].map((rereading) => ({ sending, report, held, content, rereading })),
        ),
      ),
    ),
  );

  it('follows the declared transitions and changes only the part the event is about', () => {
    for (const state of everyState) {
      for (const [event, ...steps] of reports) {
        const report = steps.find(([from]) => from === state.report)?.[1];
        assert.deepEqual(transition(state, event), { ...state, report }, event.kind);
      }
      for (const [event, ...steps] of contents) {
        const content = steps.find(([from]) => from === state.content)?.[1];
        assert.deepEqual(transition(state, event), { ...state, content }, event.kind);
      }
      for (const [event, part, value] of others)
        if (event.kind !== 'sending' || !state.sending)
          assert.deepEqual(transition(state, event), { ...state, [part]: value }, event.kind);
    }
  });

  it('never has two saves in flight', () => {
    const sending = transition<string, string>(atRest, { kind: 'sending', text: 'a', ended });
    assert.throws(() => transition(sending, { kind: 'sending', text: 'b', ended }), /one save at a time/);
  });

  it('reports a save once, whether VS Code wrote it before or after the page asked for it', () => {
    const page: Event = { kind: 'savedAhead', saved: 'a' };
    const own: Event = { kind: 'written', saved: 'a' };
    for (const events of [
      [page, { kind: 'writing' }, own],
      [own, page],
    ] satisfies Event[][]) {
      const reported = events.reduce<State>(transition, atRest);
      assert.notEqual(reported.report.kind, 'none');
      assert.deepEqual(transition(transition(reported, { kind: 'reported' }), { kind: 'marked' }), atRest);
    }
  });

  it('is evicted once the document is idle', () => {
    const saves = new DocumentSaves<string, string>();
    assert.equal(saves.apply('x', { kind: 'held', why: 'half a date' }), atRest);
    assert.equal(saves.apply('x', { kind: 'released' }).held, 'half a date');
    assert.equal(saves.get('x'), atRest);
  });
});

describe('saves of one document', () => {
  const bench = () => {
    const saves = new DocumentSaves<string, string>();
    const begun: string[] = [];
    const running = new Map<string, PromiseWithResolvers<string>>();
    const save = (text: string, mayJoin?: boolean): Promise<string> =>
      saves.send(
        'records://a/crm/leads/1.record.json',
        text,
        () => {
          const ending = Promise.withResolvers<string>();
          begun.push(text);
          running.set(text, ending);
          return ending.promise;
        },
        mayJoin,
      );
    return { begun, save, end: (text: string) => running.get(text)?.resolve(`${text} is saved`) };
  };

  it('share one request when the text is the same', async () => {
    const { begun, save, end } = bench();
    const both = [save('a'), save('a')];
    end('a');
    assert.deepEqual([await Promise.all(both), begun], [['a is saved', 'a is saved'], ['a']]);
  });

  it('run one at a time; a save that must not be shared waits its turn', async () => {
    const { begun, save, end } = bench();
    const saving = [save('a'), save('b'), save('a', false)];
    assert.deepEqual(begun, ['a']);
    end('a');
    await saving[0];
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await saving[1];
    await new Promise(setImmediate);
    end('a');
    assert.equal(await saving[2], 'a is saved');
    assert.deepEqual(begun, ['a', 'b', 'a']);
  });

  it('start the next save after a failure', async () => {
    const saves = new DocumentSaves<string, string>();
    const refused = saves.send('x', 'a', () => Promise.reject(new Error('refused')));
    const next = saves.send('x', 'b', async () => 'saved');
    await assert.rejects(refused, /refused/);
    assert.equal(await next, 'saved');
  });
});
