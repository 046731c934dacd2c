import { Channel } from '../../src/protocol/channel.ts';
import { formHost, type FormStart, type FormState, formView } from '../../src/protocol/formProtocol.ts';
import { FakePanel } from './fakePanel.ts';

export class FakeFormPanel extends FakePanel {
  readonly states: FormState[] = [];
  readonly restarts: FormStart[] = [];
  readonly fields: string[] = [];

  override readonly page = new Channel<typeof formView, typeof formHost>({
    theirs: formHost,
    handlers: { commit: () => undefined },
    listeners: {
      state: (state) => void this.states.push(state),
      restart: (start) => void this.restarts.push(start),
      focusField: ({ key }) => void this.fields.push(key),
    },
    post: (message) => this.post(message),
    onBadMessage: () => undefined,
    describeError: () => ({ code: 'failed', message: 'It failed.' }),
  });
}
