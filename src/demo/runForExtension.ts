import type { DemoProcessMessage, DemoStartMessage } from '../model/demoProcess.ts';
import { startService, type RunningService } from './service.ts';
import { StartFailure } from './startFailure.ts';

/** As a child of the extension: told over the channel what to do, and gone when the channel is. Prints nothing. */
export function runForExtension(channel: NodeJS.Process): void {
  const ending = new AbortController();
  let service: RunningService | undefined;
  const end = (): void => {
    ending.abort();
    void service?.close().finally(() => channel.exit(0));
    if (!service) channel.exit(0);
  };
  channel.once('disconnect', end).once('SIGINT', end).once('SIGTERM', end);
  channel.once('message', (message: DemoStartMessage) => {
    void (async () => {
      service = await start(message, ending.signal, (answer) => channel.send?.(answer));
    })();
  });
}

async function start(
  message: DemoStartMessage,
  signal: AbortSignal,
  say: (answer: DemoProcessMessage) => void,
): Promise<RunningService | undefined> {
  try {
    const onProgress = (done: number, total: number): void => say({ type: 'progress', done, total });
    const service = await startService({ ...message.options, onProgress, signal });
    say({ type: 'ready', url: service.url, port: service.port });
    return service;
  } catch (error) {
    if (signal.aborted) return undefined;
    // Only our own sentences: whatever else went wrong might quote what it was given.
    say({
      type: 'failed',
      message: error instanceof StartFailure ? error.message : 'The record service could not start.',
    });
    return undefined;
  }
}
