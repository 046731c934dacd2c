import type { DemoProcessMessage, DemoStartMessage } from '../model/demoMessages.ts';
import { StartFailure } from './problems.ts';
import { startService, type RunningService } from './service.ts';

/**
 * Runs as a child process of the extension: receives its options over the IPC channel, exits when the channel closes,
 * and prints nothing.
 */
function runForExtension(channel: NodeJS.Process): void {
  const ending = new AbortController();
  let started: Promise<RunningService | undefined> = Promise.resolve(undefined);
  const end = async (): Promise<void> => {
    ending.abort();
    // a start in progress stops at its next step and deletes its unfinished file
    const service = await started;
    await service?.close();
    channel.exit(0);
  };
  for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) channel.once(event, () => void end());
  channel.once('message', (message: DemoStartMessage) => {
    started = start(message, ending.signal, (answer) => {
      if (channel.connected) channel.send?.(answer);
    });
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
    // send only our own messages: any other error might contain its input
    const known = error instanceof StartFailure ? error : undefined;
    const sentence = known?.why ?? 'The record service could not start.';
    if (!signal.aborted) say({ type: 'failed', message: sentence, isInUse: known?.isInUse ?? false });
    return undefined;
  }
}

runForExtension(process);
