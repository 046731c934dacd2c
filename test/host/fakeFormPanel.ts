import { Channel } from '../../src/features/common/channel.ts';
import {
  type FormFailure,
  formHost,
  type FormStart,
  type FormState,
  formView,
} from '../../src/features/form/formProtocol.ts';
import { FakePanel } from './fakePanel.ts';

export class FakeFormPanel extends FakePanel {
  readonly states: FormState[] = [];
  readonly restarts: FormStart[] = [];
  readonly failures: FormFailure[] = [];
  readonly fields: string[] = [];
  readonly related: { readonly name: string; readonly message: unknown }[] = [];

  override readonly page = new Channel<typeof formView, typeof formHost>({
    theirs: formHost,
    handlers: { commit: () => undefined },
    listeners: {
      state: (state) => void this.states.push(state),
      restart: (start) => void ('failure' in start ? this.failures.push(start.failure) : this.restarts.push(start)),
      focusField: ({ key }) => void this.fields.push(key),
      related: (sent) => void this.related.push(sent),
    },
    post: (message) => this.post(message),
    onBadMessage: () => undefined,
    describeError: () => ({ code: 'failed', message: 'It failed.' }),
  });

  /** The form that the page begins with. */
  async start(): Promise<FormStart> {
    const start = await this.page.call.start();
    if ('failure' in start) throw new Error(start.failure.sentence);
    return start;
  }
}
