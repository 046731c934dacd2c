const dots = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface Step {
  done(note?: string): void;
  failed(note?: string): void;
}

interface Running {
  readonly title: string;
  readonly begun: number;
}

/** Shows what is running and for how long: an updating last line on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #running = new Set<Running>();
  readonly #out: NodeJS.WriteStream;
  readonly #everyMs: number;
  #ticker: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out;
    this.#everyMs = out.isTTY ? 100 : 15_000;
  }

  begin(title: string): Step {
    const running = { title, begun: Date.now() };
    this.#running.add(running);
    this.#ticker ??= setInterval(() => this.#tick(), this.#everyMs).unref();
    if (this.#out.isTTY) this.#tick();
    return {
      done: (note) => this.#finish(running, '✔', note),
      failed: (note) => this.#finish(running, '✘', note),
    };
  }

  /** A step that ends with `work`. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    const step = this.begin(title);
    try {
      const result = await work();
      step.done();
      return result;
    } catch (error) {
      step.failed();
      throw error;
    }
  }

  /** Prints a permanent line. */
  say(text: string): void {
    this.#wipe();
    this.#out.write(`${text}\n`);
  }

  #finish(running: Running, mark: string, note: string | undefined): void {
    this.#running.delete(running);
    this.say(`${mark} ${running.title}${note ? `: ${note}` : ''} (${seconds(running, 1)})`);
    if (this.#running.size === 0) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
  }

  #tick(): void {
    const now = [...this.#running].map((running) => `${running.title} ${seconds(running, 0)}`).join(' · ');
    if (!this.#out.isTTY) return this.say(`… ${now}`);
    this.#wipe();
    this.#frame = (this.#frame + 1) % dots.length;
    this.#out.write(`${dots[this.#frame]} ${now}`.slice(0, (this.#out.columns || 80) - 1));
  }

  #wipe(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001B[K');
  }
}

function seconds(running: Running, digits: number): string {
  return `${((Date.now() - running.begun) / 1000).toFixed(digits)} s`;
}
